# Has the lab's images in containerd: imports what the host sent, and pulls what is still missing.
$script:ScriptName = 'images'
<#include "library.ps1.ftl">

$ctr = "$env:ProgramFiles\containerd\ctr.exe"

# What went wrong, or nothing. Images of Windows have gigabytes: slow is normal, for ever is not.
function Invoke-Slowly {
    param([string[]] $Arguments)
    $process = Start-Process -FilePath $ctr -ArgumentList $Arguments -NoNewWindow -PassThru
    $handle = $process.Handle
    if (-not $process.WaitForExit([=pullMinutes] * 60 * 1000)) {
        $process.Kill()
        return 'took more than [=pullMinutes] minutes'
    }
    if ($process.ExitCode -ne 0) {
        return "ended with $($process.ExitCode)"
    }
    return ''
}

foreach ($archive in @(Get-ChildItem -Path 'C:\hybridlab\images' -Filter '*.tar' -ErrorAction SilentlyContinue)) {
    $what = "importing $($archive.Name)"
    Write-Output $what
    $wrong = Invoke-Slowly -Arguments @('-n', 'k8s.io', 'images', 'import', $archive.FullName)
    if ($wrong -ne '') {
        Write-Output "$what $wrong; what it has is pulled in its place"
    }
    Remove-Item -Path $archive.FullName -Force
}

$there = @(& $ctr -n k8s.io images list -q)
<#list images as image>
if ($there -notcontains [=image]) {
    $what = [="pulling " + image]
    Write-Output $what
    $wrong = Invoke-Slowly -Arguments @('-n', 'k8s.io', 'images', 'pull', '--hosts-dir', 'C:\etc\containerd\certs.d', [=image])
    if ($wrong -ne '') {
        Stop-Script "$what $wrong"
    }
}
</#list>

Write-Output 'the images are there'
