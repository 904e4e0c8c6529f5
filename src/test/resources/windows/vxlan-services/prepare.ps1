# Makes this Windows machine a member of the lab: clock, name, adapter and address, neighbours' names, ssh, firewall,
# folders. Runs as administrator, as often as you like.
param([string] $UtcNow = '')
$script:ScriptName = 'prepare'
# library.ps1

# The lab's block in the hosts file is replaced as a whole; everything else stays.
function Set-Neighbours {
    param([string[]] $Block)
    $hosts = "$env:SystemRoot\System32\drivers\etc\hosts"
    $lines = @()
    $ours = $false
    foreach ($line in @(Get-Content -Path $hosts)) {
        if ($line -eq '# hybridlab begin') {
            $ours = $true
        }
        if (-not $ours) {
            $lines += $line
        }
        if ($line -eq '# hybridlab end') {
            $ours = $false
        }
    }
    $lines += $Block
    Set-Content -Path $hosts -Value $lines -Encoding ascii
}

$computer = 'win'
$mac = '52-54-00-EA-39-0C'
$address = '192.168.57.12'
$mask = '255.255.255.0'

Protect-Folder -Path 'C:\hybridlab'
Confirm-Folder -Path 'C:\hybridlab\done'
Protect-Folder -Path 'C:\k'
Protect-Folder -Path 'C:\etc\kubernetes'
Confirm-Folder -Path 'C:\etc\kubernetes\pki'
Confirm-Folder -Path 'C:\etc\kubernetes\manifests'
Confirm-Folder -Path 'C:\etc\kubernetes\patches'
Confirm-Folder -Path 'C:\etc\kube-flannel'
Confirm-Folder -Path 'C:\etc\cni\net.d'
Confirm-Folder -Path 'C:\etc\containerd\certs.d'
Confirm-Folder -Path 'C:\opt\cni\bin'
Confirm-Folder -Path 'C:\run\flannel'
Confirm-Folder -Path 'C:\var\lib\kubelet'
Confirm-Folder -Path 'C:\var\lib\cni'
Confirm-Folder -Path 'C:\var\log\containerd'

# Certificates are judged by the clock. Two minutes off is more than ntp would leave.
Set-TimeZone -Id 'UTC'
if ($UtcNow -ne '') {
    $now = [DateTime]::Parse($UtcNow).ToUniversalTime()
    $off = [Math]::Abs(((Get-Date).ToUniversalTime() - $now).TotalSeconds)
    if ($off -gt 120) {
        Write-Output "the clock is $off s off"
        # It takes the digits as local time, of whatever kind they are.
        Set-Date -Date ($now.ToLocalTime()) | Out-Null
    }
}
# Not before the clock is set: the time that it was given would be old.
Wait-EarlierScript -Seconds 540

Set-Service -Name 'w32time' -StartupType Automatic
Start-Service -Name 'w32time'
Invoke-Program -Program 'w32tm.exe' -Arguments @('/config', ('/manualpeerlist:' + 'time.windows.com,0x8'), '/syncfromflags:manual', '/update')

# Windows knows a computer by at most 15 characters; the node's name is another thing and may be longer. It is called so
# from its next boot on. That is soon on a machine that lacks features; nothing else waits for it.
$wanted = (Get-ItemProperty -Path 'HKLM:\SYSTEM\CurrentControlSet\Control\ComputerName\ComputerName').ComputerName
if ($wanted -ne $computer) {
    Rename-Computer -NewName $computer -Force
    Write-Output "the computer is called $computer from its next boot on"
}

# The adapter is known by its hardware address: its number and name depend on what was plugged in before.
$adapter = Get-NetAdapter -Physical | Where-Object { $_.MacAddress -eq $mac } | Select-Object -First 1
if ($null -eq $adapter) {
    Get-NetAdapter -Physical | ForEach-Object { Write-Output "$($_.MacAddress) $($_.Name)" }
    Stop-Script "no adapter has the hardware address $mac"
}
$adapterName = $adapter.Name
if ($adapterName -notmatch '^lab(-\d+)?$') {
    # A clone of a prepared machine remembers the adapter that it had there, by that name. What is absent may refuse another.
    $taken = @(Get-NetAdapter -IncludeHidden | ForEach-Object { $_.Name })
    $adapterName = 'lab'
    $number = 1
    while ($taken -contains $adapterName) {
        $number = $number + 1
        $adapterName = "lab-$number"
    }
    Rename-NetAdapter -InputObject $adapter -NewName $adapterName
}

# Once there is a pod network the address lies on vEthernet (lab), where HNS put it, and not by hand.
$held = Get-NetIPAddress -AddressFamily IPv4 -ErrorAction SilentlyContinue | Where-Object { ($_.IPAddress -eq $address) -and (($_.PrefixOrigin -eq 'Manual') -or ($_.InterfaceAlias -ne $adapterName)) }
if ($null -eq $held) {
    Write-Output "giving $address to the adapter $adapterName"
    $gateway = 'none'
    $route = Get-NetRoute -InterfaceAlias $adapterName -DestinationPrefix '0.0.0.0/0' -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($null -ne $route) {
        $gateway = $route.NextHop
    }
    $servers = (Get-DnsClientServerAddress -InterfaceAlias $adapterName -AddressFamily IPv4).ServerAddresses
    # One command for all of it: an ssh connection by way of this adapter lives on.
    Invoke-Program -Program 'netsh.exe' -Arguments @('interface', 'ipv4', 'set', 'address', "name=$adapterName", 'source=static', "address=$address", "mask=$mask", "gateway=$gateway")
    # What makes the pod network may have to do it again.
    $wayOut = @($gateway, 'none')
    if ($servers) {
        Set-DnsClientServerAddress -InterfaceAlias $adapterName -ServerAddresses $servers
        $wayOut = @($gateway, ($servers -join ','))
    }
    Set-Content -Path 'C:\k\way-out.txt' -Value $wayOut -Encoding ascii
}
# Name servers that the lab file no longer names.
if (Test-Path -Path 'C:\k\lab-dns.txt') {
    $alias = (Get-NetIPAddress -IPAddress $address -AddressFamily IPv4).InterfaceAlias
    Set-DnsClientServerAddress -InterfaceAlias $alias -ResetServerAddresses
    $before = Get-Content -Path 'C:\k\way-out.txt' -Tail 1
    if ($before -ne 'none') {
        $each = $before.Split(',')
        Set-DnsClientServerAddress -InterfaceAlias $alias -ServerAddresses $each
    }
    Remove-Item -Path 'C:\k\lab-dns.txt'
}
Set-DnsClientGlobalSetting -SuffixSearchList @('hybrid.internal')
# The computer's own full name, from its next boot on.
Set-ItemProperty -Path 'HKLM:\SYSTEM\CurrentControlSet\Services\Tcpip\Parameters' -Name 'NV Domain' -Value 'hybrid.internal'
# A public network would keep neighbours out. Windows refuses while it identifies a network whose address has just changed.
# The rules below are for all networks, so this is no reason to fail.
function Test-PrivateNetwork {
    $public = @(Get-NetConnectionProfile -InterfaceAlias $adapterName -ErrorAction SilentlyContinue | Where-Object { $_.NetworkCategory -ne 'Private' })
    $public | Set-NetConnectionProfile -NetworkCategory Private -ErrorAction SilentlyContinue
    return $public.Count -eq 0
}
$patience = (Get-Date).AddSeconds(60)
while ((-not (Test-PrivateNetwork)) -and ((Get-Date) -lt $patience)) {
    Start-Sleep -Seconds 1
}

Set-Neighbours -Block @(
    '# hybridlab begin'
    '192.168.57.11 control'
    '192.168.57.12 win'
    '192.168.57.13 windows-with-a-long-name'
    '# hybridlab end'
)

Set-Service -Name 'sshd' -StartupType Automatic
Start-Service -Name 'sshd'

function Open-Port {
    param([string] $Name, [string] $Protocol, [string] $Port)
    if (-not (Get-NetFirewallRule -Name $Name -ErrorAction SilentlyContinue)) {
        New-NetFirewallRule -Name $Name -DisplayName $Name -Direction Inbound -Action Allow -Protocol $Protocol -LocalPort $Port -Profile Any | Out-Null
    }
}
Open-Port -Name 'hybridlab-ssh' -Protocol 'TCP' -Port '22'
Open-Port -Name 'hybridlab-kubelet' -Protocol 'TCP' -Port '10250'
Open-Port -Name 'hybridlab-node-ports-tcp' -Protocol 'TCP' -Port '30000-32767'
Open-Port -Name 'hybridlab-node-ports-udp' -Protocol 'UDP' -Port '30000-32767'
Open-Port -Name 'hybridlab-vxlan' -Protocol 'UDP' -Port '4789'
if (-not (Get-NetFirewallRule -Name 'hybridlab-ping' -ErrorAction SilentlyContinue)) {
    New-NetFirewallRule -Name 'hybridlab-ping' -DisplayName 'hybridlab-ping' -Direction Inbound -Action Allow -Protocol 'ICMPv4' -IcmpType '8' -Profile Any | Out-Null
}

# How this machine reaches what lies outside of the lab. Services see a change after the next boot.
function Set-MachineVariable {
    param([string] $Name, [string] $Value)
    $had = [Environment]::GetEnvironmentVariable($Name, 'Machine')
    if ("$had" -ne $Value) {
        [Environment]::SetEnvironmentVariable($Name, $Value, 'Machine')
        Request-Reboot -Why "$Name has changed"
    }
}
Set-MachineVariable -Name 'HTTP_PROXY' -Value ''
Set-MachineVariable -Name 'HTTPS_PROXY' -Value ''
Set-MachineVariable -Name 'NO_PROXY' -Value ''

Write-Output "$computer is prepared"
