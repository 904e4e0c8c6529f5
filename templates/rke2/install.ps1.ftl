# Installs RKE2 by its own installer, from the internet. The feature Containers, config.yaml and the token are there
# already. hybridlab does not run this; `up` makes the same node with kubeadm.
$ErrorActionPreference = 'Stop'
Invoke-WebRequest -UseBasicParsing -Uri 'https://raw.githubusercontent.com/rancher/rke2/master/install.ps1' -OutFile 'C:\install-rke2.ps1'
C:\install-rke2.ps1 -Version [=version]
C:\usr\local\bin\rke2.exe agent service --add
Start-Service -Name 'rke2'
