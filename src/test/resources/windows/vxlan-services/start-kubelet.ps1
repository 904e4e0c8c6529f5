# What the service kubelet runs. kubeadm writes the flags that differ between machines; systemd reads them elsewhere.
$ErrorActionPreference = 'Stop'
$line = Get-Content -Path 'C:\var\lib\kubelet\kubeadm-flags.env' -TotalCount 1
$flags = $line.Substring($line.IndexOf('=') + 1).Trim('"').Split(' ')
$arguments = @(
    '--config=C:\var\lib\kubelet\config.yaml'
    '--bootstrap-kubeconfig=C:\etc\kubernetes\bootstrap-kubelet.conf'
    '--kubeconfig=C:\etc\kubernetes\kubelet.conf'
    '--cert-dir=C:\var\lib\kubelet\pki'
    '--root-dir=C:\var\lib\kubelet'
)
& 'C:\k\kubelet.exe' @arguments @flags
exit $LASTEXITCODE
