function Get-Held {
    param([string] $Wanted)
    return Get-NetIPAddress -AddressFamily IPv4 -ErrorAction SilentlyContinue | Where-Object { $_.IPAddress -eq $Wanted } | Select-Object -First 1
}

# The switch of a pod network takes the adapter over, and its own adapter the address; at times the address is lost on the way
# (kubernetes-sigs/sig-windows-tools#105), and nothing else brings it back.
function Confirm-Address {
    $patience = (Get-Date).AddSeconds(15)
    while ($null -eq (Get-Held -Wanted $address)) {
        if ((Get-Date) -gt $patience) {
            Restore-Address
            return
        }
        Start-Sleep -Seconds 1
    }
}

function Restore-Address {
    $adapter = Get-NetAdapter | Where-Object { $_.Name -match '^vEthernet \(lab(-\d+)?\)$' } | Select-Object -First 1
    if ($null -eq $adapter) {
        [Console]::Error.WriteLine("no adapter has $address")
        exit 1
    }
    Write-Output "giving $address back to $($adapter.Name), which has lost it"
    # As prepare.ps1 found it: gateway, and name servers.
    $gateway = 'none'
    $servers = [=dnsServers?has_content?then(dnsServers?join(","), "none")]
    if (Test-Path -Path 'C:\k\way-out.txt') {
        $gateway = Get-Content -Path 'C:\k\way-out.txt' -TotalCount 1
<#if !dnsServers?has_content>
        $servers = Get-Content -Path 'C:\k\way-out.txt' -Tail 1
</#if>
    }
    & 'netsh.exe' 'interface' 'ipv4' 'set' 'address' "name=$($adapter.Name)" 'source=static' "address=$address" [="mask=" + netmask] "gateway=$gateway"
    if ($LASTEXITCODE -ne 0) {
        [Console]::Error.WriteLine("$($adapter.Name) does not take $address")
        exit 1
    }
    if ($servers -ne 'none') {
        $each = $servers.Split(',')
        Set-DnsClientServerAddress -InterfaceAlias $adapter.Name -ServerAddresses $each
    }
}
