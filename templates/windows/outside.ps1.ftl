
# How this machine reaches what lies outside of the lab. Services see a change after the next boot.
function Set-MachineVariable {
    param([string] $Name, [string] $Value)
    $had = [Environment]::GetEnvironmentVariable($Name, 'Machine')
    if ("$had" -ne $Value) {
        [Environment]::SetEnvironmentVariable($Name, $Value, 'Machine')
        Request-Reboot -Why "$Name has changed"
    }
}
<#if lab.outside.httpProxy?? || lab.outside.httpsProxy??>
$direct = 'localhost,127.0.0.1,.svc'
$direct = $direct + ',' + [=lab.network.machines]
$direct = $direct + ',' + [=lab.network.pods]
$direct = $direct + ',' + [=lab.network.services]
$direct = $direct + ',.' + [=lab.network.domain]
<#list machines as one>
$direct = $direct + ',' + [=one.name]
</#list>
<#list lab.outside.noProxy as one>
$direct = $direct + ',' + [=one]
</#list>
Set-MachineVariable -Name 'HTTP_PROXY' -Value [=lab.outside.httpProxy!""]
Set-MachineVariable -Name 'HTTPS_PROXY' -Value [=lab.outside.httpsProxy!""]
Set-MachineVariable -Name 'NO_PROXY' -Value $direct
<#else>
Set-MachineVariable -Name 'HTTP_PROXY' -Value ''
Set-MachineVariable -Name 'HTTPS_PROXY' -Value ''
Set-MachineVariable -Name 'NO_PROXY' -Value ''
</#if>
