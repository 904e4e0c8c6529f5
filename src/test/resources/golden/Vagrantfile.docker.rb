# -*- mode: ruby -*-
# Written by hybridlab from Vagrantfile.ftl and templates/vagrant; the next `hybridlab up` writes it again.
# Plain vagrant works here as well: vagrant status, vagrant ssh MACHINE, vagrant halt.

# `hybridlab up` loads Vagrant while it makes the lab's network, and then writes a line.
abort if ENV["HYBRIDLAB_WAITS"] == "1" && $stdin.gets.nil?

Vagrant.configure("2") do |config|
  # Nothing is asked of the internet, and nothing of the host's disk is shared, unless the lab file says so.
  config.vm.box_check_update = false
  config.vm.synced_folder ".", "/vagrant", disabled: true
  config.vm.allow_fstab_modification = false
  config.vm.boot_timeout = 300

  # The lab's own key opens its machines.
  config.ssh.username = "vagrant"
  config.ssh.insert_key = false
  config.ssh.private_key_path = [
    'ssh/id_ed25519',
  ]

  config.vm.define 'control' do |machine|
    machine.vm.hostname = 'control'
    # hybridlab writes the hosts file itself, with all of the lab's machines in it.
    machine.vm.allow_hosts_modification = false
    # The lab's network is the machine's only one. Its ssh port is published on the loopback address, at a port that
    # docker picks, because Vagrant takes a machine's address from there; ssh then goes straight to the machine.
    machine.vm.network "forwarded_port", id: "ssh", guest: 22, host: 2222, disabled: true
    machine.ssh.host = '192.168.56.10'
    machine.ssh.port = 22
    # Spares Vagrant the look for the guest's system, of which it needs nothing here.
    machine.vm.guest = "linux"
    # `hybridlab up` waits for ssh by itself, with a finer clock than Vagrant's. A port that is not published tells
    # Vagrant that it need not even try.
    waits = ENV["HYBRIDLAB_UP"] != "1"
    machine.ssh.guest_port = waits ? 22 : 1
    machine.vm.provider "docker" do |docker|
      docker.name = 'hl-first-cluster-0a1b2c-control'
      docker.image = 'hybridlab/linux'
      docker.remains_running = true
      docker.has_ssh = waits
      # An orderly halt takes seconds; what is destroyed need not be orderly.
      docker.stop_timeout = ENV["HYBRIDLAB_DESTROY"] == "1" ? 0 : 20
      # The box takes this as the only key before its ssh server starts: Vagrant's public key never opens it.
      docker.env = { "HYBRIDLAB_AUTHORIZED_KEY" => 'ssh-ed25519 AAAAC3Nz hybridlab' }
      docker.create_args = [
        '--label=org.hybridlab.lab=hl-first-cluster-0a1b2c',
        '--label=org.hybridlab.machine=control',
        '--network=hl-first-cluster-0a1b2c',
        '--ip=192.168.56.10',
        '--publish=127.0.0.1::22',
        '--cgroupns=private',
        '--cap-add=SYS_ADMIN',
        '--cap-add=NET_ADMIN',
        '--cap-add=SYS_PTRACE',
        '--security-opt=seccomp=unconfined',
        '--security-opt=apparmor=unconfined',
        '--security-opt=systempaths=unconfined',
        '--security-opt=no-new-privileges=false',
        '--device-cgroup-rule=a *:* rwm',
        '--stop-signal=SIGRTMIN+3',
        '--tmpfs=/run',
        '--tmpfs=/tmp:exec',
        '--volume=/lib/modules:/lib/modules:ro',
        '--mount=type=volume,target=/var/lib/containerd,volume-label=org.hybridlab.lab=hl-first-cluster-0a1b2c',
        '--mount=type=volume,target=/var/lib/kubelet,volume-label=org.hybridlab.lab=hl-first-cluster-0a1b2c',
      ]
    end
  end

  config.vm.define 'node' do |machine|
    machine.vm.hostname = 'node'
    # hybridlab writes the hosts file itself, with all of the lab's machines in it.
    machine.vm.allow_hosts_modification = false
    # The lab's network is the machine's only one. Its ssh port is published on the loopback address, at a port that
    # docker picks, because Vagrant takes a machine's address from there; ssh then goes straight to the machine.
    machine.vm.network "forwarded_port", id: "ssh", guest: 22, host: 2222, disabled: true
    machine.ssh.host = '192.168.56.11'
    machine.ssh.port = 22
    # Spares Vagrant the look for the guest's system, of which it needs nothing here.
    machine.vm.guest = "linux"
    # `hybridlab up` waits for ssh by itself, with a finer clock than Vagrant's. A port that is not published tells
    # Vagrant that it need not even try.
    waits = ENV["HYBRIDLAB_UP"] != "1"
    machine.ssh.guest_port = waits ? 22 : 1
    machine.vm.provider "docker" do |docker|
      docker.name = 'hl-first-cluster-0a1b2c-node'
      docker.image = 'hybridlab/linux'
      docker.remains_running = true
      docker.has_ssh = waits
      # An orderly halt takes seconds; what is destroyed need not be orderly.
      docker.stop_timeout = ENV["HYBRIDLAB_DESTROY"] == "1" ? 0 : 20
      # The box takes this as the only key before its ssh server starts: Vagrant's public key never opens it.
      docker.env = { "HYBRIDLAB_AUTHORIZED_KEY" => 'ssh-ed25519 AAAAC3Nz hybridlab' }
      docker.create_args = [
        '--label=org.hybridlab.lab=hl-first-cluster-0a1b2c',
        '--label=org.hybridlab.machine=node',
        '--network=hl-first-cluster-0a1b2c',
        '--ip=192.168.56.11',
        '--publish=127.0.0.1::22',
        '--cgroupns=private',
        '--cap-add=SYS_ADMIN',
        '--cap-add=NET_ADMIN',
        '--cap-add=SYS_PTRACE',
        '--security-opt=seccomp=unconfined',
        '--security-opt=apparmor=unconfined',
        '--security-opt=systempaths=unconfined',
        '--security-opt=no-new-privileges=false',
        '--device-cgroup-rule=a *:* rwm',
        '--stop-signal=SIGRTMIN+3',
        '--tmpfs=/run',
        '--tmpfs=/tmp:exec',
        '--volume=/lib/modules:/lib/modules:ro',
        '--mount=type=volume,target=/var/lib/containerd,volume-label=org.hybridlab.lab=hl-first-cluster-0a1b2c',
        '--mount=type=volume,target=/var/lib/kubelet,volume-label=org.hybridlab.lab=hl-first-cluster-0a1b2c',
      ]
    end
  end
end
