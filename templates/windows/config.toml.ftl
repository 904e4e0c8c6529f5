# containerd on [=machine.name?no_esc]: its own defaults, but for what is said here.
version = 3

[grpc]
  address = '\\.\pipe\containerd-containerd'

[plugins.'io.containerd.cri.v1.images']
  # Layers of Windows are large: progress may pause for as long as a whole pull may take.
  image_pull_progress_timeout = "[=pullMinutes]m0s"
  [plugins.'io.containerd.cri.v1.images'.pinned_images]
    sandbox = [=pauseImage]
  [plugins.'io.containerd.cri.v1.images'.registry]
    config_path = 'C:\etc\containerd\certs.d'

[plugins.'io.containerd.cri.v1.runtime'.cni]
  bin_dirs = ['C:\opt\cni\bin']
  conf_dir = 'C:\etc\cni\net.d'
