# Waits until the pod network is there, and says what it is.
$script:ScriptName = 'hns'
# library.ps1

$network = 'flannel.4096'
Wait-Until -What "the HNS network $network has not appeared" -Seconds 600 -Condition { Test-HnsNetwork -Name $network }
$found = Get-Networks | Where-Object { $_.Name -eq $network } | Select-Object -First 1
if ($found.Type -ne 'Overlay') {
    Stop-Script "the HNS network $network is of the type $($found.Type)"
}
$management = "$(Get-Part -Of $found -Part 'ManagementIP')"
if (($management -ne '') -and ($management -ne '192.168.57.12')) {
    Stop-Script ("the HNS network $network is on the adapter with $management, not on the one with " + '192.168.57.12')
}
# The address may be right on a switch that is on another adapter. A name that no adapter has tells nothing.
$mac = '52-54-00-EA-39-0C'
$own = @(Get-NetAdapter -Physical | Where-Object { $_.MacAddress -eq $mac } | ForEach-Object { $_.Name })
$others = @(Get-NetAdapter -Physical | Where-Object { $_.MacAddress -ne $mac } | ForEach-Object { $_.Name })
$on = "$(Get-Part -Of $found -Part 'NetworkAdapterName')" -replace '^vEthernet \((.*)\)$', '$1'
if (($own.Count -gt 0) -and ($others -contains $on)) {
    Stop-Script "the HNS network $network is on the adapter called $on, not on the one called $($own[0])"
}
Wait-Until -What 'the CNI settings have not appeared; see flanneld''s log' -Seconds 60 -Condition { Test-Path -Path 'C:\etc\cni\net.d\10-flannel.conflist' }
foreach ($name in @('flanneld', 'kube-proxy')) {
    $service = Get-Service -Name $name
    if ($service.Status -ne 'Running') {
        Stop-Script "the service $name is $($service.Status); see C:\var\log\$name\$name.log"
    }
}

Write-Output "$network $($found.Type) $($found.Subnets[0].AddressPrefix)"
