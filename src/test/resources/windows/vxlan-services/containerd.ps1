# Installs containerd from the bundle, with the lab's settings, as a service that starts with Windows.
$script:ScriptName = 'containerd'
# library.ps1

Wait-EarlierScript -Seconds 540
$folder = "$env:ProgramFiles\containerd"
Confirm-Folder -Path $folder
$programs = @('containerd.exe', 'ctr.exe', 'containerd-shim-runhcs-v1.exe')
Install-Files -From 'C:\hybridlab\bundle' -Names $programs -To $folder -Service 'containerd'
Install-Files -From 'C:\hybridlab\files' -Names @('config.toml') -To $folder -Service 'containerd'

# Registries: one folder for each. What the lab file no longer says is taken away; the others are a step of their own.
$registries = 'C:\etc\containerd\certs.d'
$named = @()
foreach ($each in @(Get-ChildItem -Path $registries)) {
    if ($named -notcontains $each.Name) {
        Remove-Tree -Path $each.FullName
    }
}

$path = [Environment]::GetEnvironmentVariable('Path', 'Machine')
foreach ($each in @($folder, 'C:\k')) {
    if ($path.Split(';') -notcontains $each) {
        $path = "$path;$each"
        [Environment]::SetEnvironmentVariable('Path', $path, 'Machine')
    }
}

# containerd registers itself; a service around it would take its containers with it at each restart.
if (-not (Test-Service -Name 'containerd')) {
    Invoke-Program -Program "$folder\containerd.exe" -Arguments @('--register-service', '--log-file', 'C:\var\log\containerd\containerd.log')
}
Set-RestartPolicy -Name 'containerd'
Start-Service -Name 'containerd'
Wait-Until -What 'containerd does not answer at its pipe' -Seconds 60 -Condition { Test-Path -Path '\\.\pipe\containerd-containerd' }
Start-Node

Write-Output 'containerd is running'
