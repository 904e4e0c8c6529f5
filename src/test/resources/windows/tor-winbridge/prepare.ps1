# Makes this Windows machine a member of the lab: clock, name, adapter and address, neighbours' names, ssh, firewall,
# folders. Runs as administrator, as often as you like.
param([string] $UtcNow = '')
$script:ScriptName = 'prepare'
# --- What all scripts share. Windows PowerShell 5.1; every function may run twice.
Set-StrictMode -Version 2.0
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

trap {
    [Console]::Error.WriteLine("$script:ScriptName failed at line $($_.InvocationInfo.ScriptLineNumber): $_")
    exit 1
}

function Stop-Script {
    param([string] $Message)
    [Console]::Error.WriteLine("$script:ScriptName failed: $Message")
    exit 1
}

# A program's failure does not throw in PowerShell.
function Invoke-Program {
    param([string] $Program, [string[]] $Arguments)
    & $Program @Arguments
    if ($LASTEXITCODE -ne 0) {
        Stop-Script "$Program ended with $LASTEXITCODE"
    }
}

function Confirm-Folder {
    param([string] $Path)
    New-Item -ItemType Directory -Force -Path $Path | Out-Null
}

# Only the system and administrators get in: S-1-5-18 and S-1-5-32-544 in every language of Windows.
function Protect-Folder {
    param([string] $Path)
    Confirm-Folder -Path $Path
    Invoke-Program -Program 'icacls.exe' -Arguments @($Path, '/inheritance:r', '/grant:r', '*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F', '/q')
}

function Test-Same {
    param([string] $From, [string] $To)
    if (-not (Test-Path -Path $From)) {
        Stop-Script "$From is not there"
    }
    if (-not (Test-Path -Path $To)) {
        return $false
    }
    $new = (Get-FileHash -Path $From -Algorithm SHA256).Hash
    $old = (Get-FileHash -Path $To -Algorithm SHA256).Hash
    return $new -eq $old
}

# Windows lets a program that runs be renamed, but not replaced. What was renamed goes once nothing runs it any more.
function Install-File {
    param([string] $From, [string] $To)
    if (Test-Path -Path $To) {
        Remove-Item -Path "$To.old*" -Force -ErrorAction SilentlyContinue
        $number = 0
        while (Test-Path -Path "$To.old$number") {
            $number = $number + 1
        }
        Move-Item -Path $To -Destination "$To.old$number" -Force
    }
    Copy-Item -Path $From -Destination $To -Force
}

# What uses the files is stopped first if one has changed. Its process may live on for a moment, and shims outlive containerd.
function Install-Files {
    param([string] $From, [string[]] $Names, [string] $To, [string] $Service)
    $changed = @($Names | Where-Object { -not (Test-Same -From "$From\$_" -To "$To\$_") })
    if ($changed.Count -eq 0) {
        return
    }
    Stop-IfThere -Name $Service
    foreach ($name in $changed) {
        Install-File -From "$From\$name" -To "$To\$name"
    }
}

# Windows PowerShell 5.1 stumbles over links to folders, which pods' volumes have. rd does not, but keeps quiet about what it
# leaves, and takes no file.
function Remove-Tree {
    param([string] $Path)
    Wait-Until -What "$Path is in use" -Seconds 60 -Condition {
        if (Test-Path -Path $Path -PathType Container) {
            & 'cmd.exe' '/c' 'rd' '/s' '/q' $Path
        } elseif (Test-Path -Path $Path) {
            Remove-Item -Path $Path -Force -ErrorAction SilentlyContinue
        }
        -not (Test-Path -Path $Path)
    }
}

function Test-Service {
    param([string] $Name)
    $found = Get-Service -Name $Name -ErrorAction SilentlyContinue
    return $null -ne $found
}

function Stop-IfThere {
    param([string] $Name)
    if (Test-Service -Name $Name) {
        Stop-Service -Name $Name -Force
    }
}

# Restarted after 5, 10 and 30 seconds, then every 30, also when the program ends by itself with an error.
function Set-RestartPolicy {
    param([string] $Name)
    Invoke-Program -Program 'sc.exe' -Arguments @('failure', $Name, 'reset=', '3600', 'actions=', 'restart/5000/restart/10000/restart/30000')
    Invoke-Program -Program 'sc.exe' -Arguments @('failureflag', $Name, '1')
}

# A service of a script that runs a program; its log is C:\var\log\NAME\NAME.log and NAME.log.1, 20 MB each.
function Set-ProgramService {
    param([string] $Name, [string] $DependsOn, [string] $Script)
    $shell = "$env:SystemRoot\System32\WindowsPowerShell\v1.0\powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File $Script"
    $line = "C:\k\service-host.exe -name $Name -log C:\var\log\$Name\$Name.log -log-megabytes 20 -- $shell"
    if (-not (Test-Service -Name $Name)) {
        New-Service -Name $Name -DisplayName "$Name (hybridlab)" -BinaryPathName $line -StartupType Automatic -DependsOn $DependsOn | Out-Null
    }
    Invoke-Program -Program 'sc.exe' -Arguments @('config', $Name, 'binPath=', $line, 'start=', 'auto', 'depend=', $DependsOn, 'obj=', 'LocalSystem')
    Set-RestartPolicy -Name $Name
}

# What was stopped to replace its files; nothing before this machine has joined.
function Start-Node {
    if (Test-Path -Path 'C:\etc\kubernetes\kubelet.conf') {
        foreach ($name in @('kubelet', 'pod-network', 'kube-proxy')) {
            if (Test-Service -Name $name) {
                Start-Service -Name $name
            }
        }
    }
}

function Remove-ServiceIfThere {
    param([string] $Name)
    if (Test-Service -Name $Name) {
        Stop-Service -Name $Name -Force
        Invoke-Program -Program 'sc.exe' -Arguments @('delete', $Name)
    }
}

# The condition is asked once a second.
function Wait-Until {
    param([string] $What, [int] $Seconds, [scriptblock] $Condition)
    $deadline = (Get-Date).AddSeconds($Seconds)
    while (-not (& $Condition)) {
        if ((Get-Date) -gt $deadline) {
            Stop-Script "waited $Seconds s, but $What"
        }
        Start-Sleep -Seconds 1
    }
}

# Windows frees it when the process ends that has it, whatever ends that, and tells the next one by an error.
function Test-Turn {
    param([string] $Ends = '')
    if ($Ends -ne '') {
        Get-Process -Name $Ends -ErrorAction SilentlyContinue | Stop-Process -Force -ErrorAction SilentlyContinue
    }
    try {
        return $script:Mutex.WaitOne(0)
    } catch [System.Threading.AbandonedMutexException] {
        return $true
    }
}

# One at a time: a script goes on when its caller is gone, for example by Ctrl-C. The program of the earlier one is ended,
# if one is named, as nobody waits for it any more.
function Wait-EarlierScript {
    param([int] $Seconds, [string] $Turn = 'hybridlab', [string] $Ends = '')
    $script:Mutex = [System.Threading.Mutex]::new($false, "Global\$Turn")
    if (-not (Test-Turn -Ends $Ends)) {
        Write-Output 'An earlier script still runs here; waiting for its end.'
        Wait-Until -What 'an earlier script still runs here' -Seconds $Seconds -Condition { Test-Turn -Ends $Ends }
    }
}

# The step that reboots looks for this file, and takes it away.
function Request-Reboot {
    param([string] $Why)
    Write-Output "a reboot is needed: $Why"
    Set-Content -Path 'C:\hybridlab\reboot-wanted' -Value $Why -Encoding ascii
}

# Where there is nothing, Windows' own cmdlets answer with one $null, which counts as something and has no properties.
function Get-Networks {
    return @(Get-HnsNetwork | Where-Object { $null -ne $_ })
}

function Get-Endpoints {
    return @(Get-HnsEndpoint | Where-Object { $null -ne $_ })
}

function Get-PolicyLists {
    return @(Get-HnsPolicyList | Where-Object { $null -ne $_ })
}

# Windows' builds differ in what they tell of a thing.
function Get-Part {
    param($Of, [string] $Part, [string] $Otherwise = '')
    if ($Of.PSObject.Properties.Name -notcontains $Part) {
        return $Otherwise
    }
    return ($Of.PSObject.Properties | Where-Object { $_.Name -eq $Part }).Value
}

function Test-HnsNetwork {
    param([string] $Name)
    $found = Get-Networks | Where-Object { $_.Name -eq $Name }
    return $null -ne $found
}
# --- end of what all scripts share

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
$alias = (Get-NetIPAddress -IPAddress $address -AddressFamily IPv4).InterfaceAlias
Set-DnsClientServerAddress -InterfaceAlias $alias -ServerAddresses @('100.100.126.205', '100.100.126.206')
Set-Content -Path 'C:\k\lab-dns.txt' -Value 'the lab file names the name servers' -Encoding ascii
Set-DnsClientGlobalSetting -SuffixSearchList @('mylan.k8s', 'k8s.example')
# The computer's own full name, from its next boot on.
Set-ItemProperty -Path 'HKLM:\SYSTEM\CurrentControlSet\Services\Tcpip\Parameters' -Name 'NV Domain' -Value 'mylan.k8s'
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
    '192.168.57.14 node'
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
