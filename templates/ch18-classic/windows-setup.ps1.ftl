# Legacy mode: what windows-setup.ps1 of chapter 18 did in 2020: the feature Containers, and Docker.
# Nobody ran it here, and as it stands nobody can: DockerMsftProvider's list of versions is gone since 2023. The reboot at
# its end is a step of its own here. docs/explanation/windows-networking.md.
$script:ScriptName = 'windows-setup'
<#include "/windows/library.ps1.ftl">

$docker = '19.03.5'
$feature = Get-WindowsFeature -Name 'Containers'
if (-not $feature.Installed) {
    Write-Output 'installing the feature Containers'
    $result = Install-WindowsFeature -Name 'Containers'
    if (-not $result.Success) {
        Stop-Script 'the feature Containers was not installed'
    }
    Request-Reboot -Why 'the feature Containers is new'
}
if (-not (Test-Service -Name 'docker')) {
    Write-Output "installing Docker $docker"
    Install-PackageProvider -Name 'NuGet' -MinimumVersion '2.8.5.201' -Force | Out-Null
    Install-Module -Name 'DockerMsftProvider' -Repository 'PSGallery' -Force
    Install-Package -Name 'docker' -ProviderName 'DockerMsftProvider' -RequiredVersion $docker -Force | Out-Null
    Request-Reboot -Why 'Docker is new'
}

Write-Output 'Docker is installed'
