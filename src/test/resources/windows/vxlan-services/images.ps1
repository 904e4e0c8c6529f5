# Has the lab's images in containerd: imports what the host sent, and pulls what is still missing.
$script:ScriptName = 'images'
# library.ps1

# Beside the others: they install the kubelet meanwhile.
Wait-EarlierScript -Seconds 5000 -Turn 'hybridlab-images'
$ctr = "$env:ProgramFiles\containerd\ctr.exe"

# Images of Windows have gigabytes: slow is normal, for ever is not.
function Invoke-Slowly {
    param([string] $What, [string[]] $Arguments)
    Write-Output $What
    $process = Start-Process -FilePath $ctr -ArgumentList $Arguments -NoNewWindow -PassThru
    $handle = $process.Handle
    if (-not $process.WaitForExit(30 * 60 * 1000)) {
        $process.Kill()
        Stop-Script "$What took more than 30 minutes"
    }
    if ($process.ExitCode -ne 0) {
        Stop-Script "$What ended with $($process.ExitCode)"
    }
}

foreach ($archive in @(Get-ChildItem -Path 'C:\hybridlab\images' -Filter '*.tar' -ErrorAction SilentlyContinue)) {
    Invoke-Slowly -What "importing $($archive.Name)" -Arguments @('-n', 'k8s.io', 'images', 'import', $archive.FullName)
    Remove-Item -Path $archive.FullName -Force
}

$there = @(& $ctr -n k8s.io images list -q)
if ($there -notcontains 'registry.k8s.io/pause:3.10.2') {
    Invoke-Slowly -What 'pulling registry.k8s.io/pause:3.10.2' -Arguments @('-n', 'k8s.io', 'images', 'pull', '--hosts-dir', 'C:\etc\containerd\certs.d', 'registry.k8s.io/pause:3.10.2')
}

Write-Output 'the images are there'
