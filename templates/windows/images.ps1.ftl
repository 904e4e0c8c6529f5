# Has the lab's images in containerd: imports what the host sent, and pulls what is still missing.
$script:ScriptName = 'images'
<#include "library.ps1.ftl">

# Beside the others: they install the kubelet meanwhile.
Wait-EarlierScript -Seconds 5000 -Turn 'hybridlab-images'
$ctr = "$env:ProgramFiles\containerd\ctr.exe"

# Images of Windows have gigabytes: slow is normal, for ever is not.
function Invoke-Slowly {
    param([string] $What, [string[]] $Arguments)
    Write-Output $What
    $process = Start-Process -FilePath $ctr -ArgumentList $Arguments -NoNewWindow -PassThru
    $handle = $process.Handle
    if (-not $process.WaitForExit([=pullMinutes] * 60 * 1000)) {
        $process.Kill()
        Stop-Script "$What took more than [=pullMinutes] minutes"
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
<#list images as image>
if ($there -notcontains [=image]) {
    Invoke-Slowly -What [="pulling " + image] -Arguments @('-n', 'k8s.io', 'images', 'pull', '--hosts-dir', 'C:\etc\containerd\certs.d', [=image])
}
</#list>

Write-Output 'the images are there'
