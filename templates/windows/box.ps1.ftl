# Makes a box of this machine, after remove.ps1: what took long stays (features, containerd, images), and nothing tells any more
# which machine it was or opens it to its lab. Then it switches the machine off. `up` makes it a machine of its lab again.
$script:ScriptName = 'box'
<#include "library.ps1.ftl">
<#include "only-key.ps1.ftl">
<#include "neighbours.ps1.ftl">

Wait-EarlierScript -Seconds 540
Set-Neighbours -Block @()
# A proxy's address may hold a password.
foreach ($name in @('HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY')) {
    [Environment]::SetEnvironmentVariable($name, '', 'Machine')
}
foreach ($folder in @('C:\var\log', 'C:\hybridlab')) {
    Remove-Tree -Path $folder
}
$adapter = Get-NetAdapter -Physical | Where-Object { $_.MacAddress -eq [=mac] } | Select-Object -First 1
Set-DnsClientServerAddress -InterfaceAlias $adapter.Name -ResetServerAddresses
# From here on the lab has no way in any more.
# sshd makes others when it starts (PowerShell/openssh-portable#259): each machine of this box has its own.
Remove-Item -Path "$env:ProgramData\ssh\ssh_host_*" -Force
# As in all boxes: it opens them to the first comer, who puts his own key in its place.
Set-OnlyKey -Key [=vagrantKey]

# Seconds are left to this script. What follows may end the connection that it was called by.
Invoke-Program -Program 'shutdown.exe' -Arguments @('/s', '/t', '10', '/f')
Invoke-Program -Program 'netsh.exe' -Arguments @('interface', 'ipv4', 'set', 'address', "name=$($adapter.Name)", 'source=dhcp')

Write-Output 'this machine is a box, and switches itself off'
