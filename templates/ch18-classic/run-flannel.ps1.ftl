# Legacy mode: what the pod of flannel on a Windows machine runs. Nobody ran it here: today flannel is a service or a
# HostProcess pod (docs/explanation/windows-networking.md). It copies programs and settings to the machine, whose service rancher-wins starts them
# there for it: containers of that time could not touch the machine's network.
$ErrorActionPreference = 'Stop'
$account = 'var/run/secrets/kubernetes.io/serviceaccount'
foreach ($folder in @('etc/cni/net.d', 'etc/kube-flannel', 'opt/cni/bin', "k/flannel/$account")) {
    New-Item -ItemType Directory -Force -Path "/host/$folder" | Out-Null
}
$settings = Get-Content -Raw -Path '/etc/kube-flannel-windows/cni-conf.json'
Set-Content -Path '/host/etc/cni/net.d/10-flannel.conf' -Value $settings -Encoding ascii
Copy-Item -Force -Path '/etc/kube-flannel/net-conf.json' -Destination '/host/etc/kube-flannel'
Copy-Item -Force -Recurse -Path '/cni/*' -Destination '/host/opt/cni/bin'
Copy-Item -Force -Path '/k/flannel/*' -Destination '/host/k/flannel'
Copy-Item -Force -Path '/kube-proxy/kubeconfig.conf' -Destination '/host/k/flannel/kubeconfig.yml'
Copy-Item -Force -Path "/$account/*" -Destination "/host/k/flannel/$account"

# The book's adapter was called Ethernet; prepare.ps1 has named the lab's own.
wins.exe cli process run --path /k/flannel/setup.exe --args '--mode=overlay --interface=lab'
wins.exe cli route add --addresses 169.254.169.254
$arguments = "--kube-subnet-mgr --kubeconfig-file /k/flannel/kubeconfig.yml --iface=$env:HOST_IP"
wins.exe cli process run --path /k/flannel/flanneld.exe --args $arguments --envs "POD_NAME=$env:POD_NAME POD_NAMESPACE=$env:POD_NAMESPACE"
