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
        foreach ($name in @('kubelet', 'flanneld', 'kube-proxy')) {
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
