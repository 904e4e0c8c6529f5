# Legacy mode: what the pod of kube-proxy on a Windows machine runs. kubeadm's own settings for Linux, with four of them
# changed; the machine's service rancher-wins starts the program there. Nobody ran it here: today kube-proxy is a service or
# a HostProcess pod (docs/explanation/windows-networking.md).
$ErrorActionPreference = 'Stop'
$account = 'var/run/secrets/kubernetes.io/serviceaccount'
$folder = '/host/var/lib/kube-proxy'
New-Item -ItemType Directory -Force -Path "$folder/$account" | Out-Null
New-Item -ItemType Directory -Force -Path '/host/k/kube-proxy' | Out-Null
Copy-Item -Force -Path '/k/kube-proxy/*' -Destination '/host/k/kube-proxy'
Copy-Item -Force -Path '/var/lib/kube-proxy/*' -Destination $folder
Copy-Item -Force -Path "/$account/*" -Destination "$folder/$account"

# The first address of the node's pods, as the book has it; today it would be asked for, so that no pod gets it.
$address = $env:POD_IP.Split('.')
$sourceVip = "$($address[0]).$($address[1]).$($address[2]).0"
yq.exe w -i "$folder/config.conf" winkernel.sourceVip $sourceVip
yq.exe w -i "$folder/config.conf" winkernel.networkName [=lab.network.hnsNetwork()]
yq.exe w -i "$folder/config.conf" featureGates.WinOverlay true
yq.exe w -i "$folder/config.conf" mode kernelspace
$arguments = "--v=6 --config=/var/lib/kube-proxy/config.conf --hostname-override=$env:NODE_NAME --feature-gates=WinOverlay=true"
wins.exe cli process run --path /k/kube-proxy/kube-proxy.exe --args $arguments
