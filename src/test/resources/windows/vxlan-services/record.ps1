# Says what a first run on real Windows must record of this machine, a line each: fact, none or unknown, what it is about, and
# what it is. Changes nothing, and ends well whatever cannot be read.
param([int] $Wait = 0)
$script:ScriptName = 'record'
# library.ps1

function Write-Fact {
    param([string] $About, [scriptblock] $Read)
    try {
        $values = @(& $Read)
        if ($values.Count -eq 0) {
            Write-Output "none|$About"
        }
        foreach ($value in $values) {
            Write-Output "fact|$About|$value"
        }
    } catch {
        $why = "$_" -replace '\s+', ' '
        Write-Output "unknown|$About|$why"
    }
}

function Get-Known {
    param($Of, [string] $Part)
    return Get-Part -Of $Of -Part $Part -Otherwise 'unknown'
}

$network = 'flannel.4096'
# This session is open while the switch is made: whether it lives through that is what is asked.
if ($Wait -gt 0) {
    Write-Fact -About 'switch' -Read {
        $there = Test-HnsNetwork -Name $network
        if ($there) {
            Write-Output 'it was there when this session began'
        } else {
            $deadline = (Get-Date).AddSeconds($Wait)
            while ((-not (Test-HnsNetwork -Name $network)) -and ((Get-Date) -lt $deadline)) {
                Start-Sleep -Seconds 1
            }
            if (Test-HnsNetwork -Name $network) {
                Write-Output 'it was made during this session'
            } else {
                Write-Output "it was not made within $Wait s"
            }
        }
    }
}
Write-Fact -About 'clock' -Read { (Get-Date).ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ') }
Write-Fact -About 'build' -Read {
    $windows = Get-ItemProperty -Path 'HKLM:\SOFTWARE\Microsoft\Windows NT\CurrentVersion'
    Write-Output "$($windows.CurrentBuild).$($windows.UBR) $($windows.EditionID)"
}
Write-Fact -About 'feature Containers' -Read { (Get-WindowsFeature -Name 'Containers').InstallState }
Write-Fact -About 'servicing wants a reboot' -Read { Test-Path -Path 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\RebootPending' }
Write-Fact -About 'boot' -Read {
    Get-WinEvent -LogName 'System' -FilterXPath "*[System[Provider[@Name='Microsoft-Windows-Kernel-General'] and EventID=12]]" -MaxEvents 2 | ForEach-Object { $_.TimeCreated.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ') }
}
Write-Fact -About 'licence' -Read {
    Get-CimInstance -ClassName 'SoftwareLicensingProduct' -Filter 'PartialProductKey IS NOT NULL' | ForEach-Object { "status $($_.LicenseStatus), $([Math]::Floor($_.GracePeriodRemaining / 1440)) days left" }
}
Write-Fact -About 'adapter' -Read { Get-NetAdapter | ForEach-Object { "$($_.Name), $($_.MacAddress), number $($_.ifIndex)" } }
Write-Fact -About 'address' -Read { Get-NetIPAddress -AddressFamily IPv4 | ForEach-Object { "$($_.IPAddress)/$($_.PrefixLength) on $($_.InterfaceAlias), $($_.PrefixOrigin)" } }
Write-Fact -About 'route' -Read { Get-NetRoute -AddressFamily IPv4 | ForEach-Object { "$($_.DestinationPrefix) by $($_.NextHop) on $($_.InterfaceAlias)" } }
Write-Fact -About 'default route' -Read { Get-NetRoute -AddressFamily IPv4 | Where-Object { $_.DestinationPrefix -eq '0.0.0.0/0' } | ForEach-Object { "by $($_.NextHop) on $($_.InterfaceAlias)" } }
# As the cmdlets themselves answer. Where there is nothing some say $null, which counts as one.
foreach ($cmdlet in @('Get-HnsNetwork', 'Get-HnsEndpoint', 'Get-HnsPolicyList')) {
    Write-Fact -About "answer of $cmdlet" -Read {
        $answer = @(& $cmdlet)
        $kind = 'nothing'
        if ($answer.Count -gt 0) {
            $kind = 'null'
            if ($null -ne $answer[0]) {
                $kind = $answer[0].GetType().FullName
            }
        }
        Write-Output "$($answer.Count) of $kind"
    }
}
Write-Fact -About 'HNS network' -Read { Get-Networks | ForEach-Object { "$($_.Name), $($_.Type), management address $(Get-Known -Of $_ -Part 'ManagementIP'), adapter $(Get-Known -Of $_ -Part 'NetworkAdapterName')" } }
Write-Fact -About 'HNS network in full' -Read { Get-Networks | ForEach-Object { ConvertTo-Json -InputObject $_ -Depth 5 -Compress } }
Write-Fact -About 'HNS endpoint' -Read { Get-Endpoints | ForEach-Object { "$(Get-Known -Of $_ -Part 'Name'), $(Get-Known -Of $_ -Part 'IPAddress'), $(Get-Known -Of $_ -Part 'MacAddress'), remote $(Get-Known -Of $_ -Part 'IsRemoteEndpoint')" } }
Write-Fact -About 'hnsdiag list endpoints' -Read {
    if ($null -eq (Get-Command -Name 'hnsdiag.exe' -ErrorAction SilentlyContinue)) {
        throw 'hnsdiag.exe is not on this machine'
    }
    & 'hnsdiag.exe' 'list' 'endpoints'
    if ($LASTEXITCODE -ne 0) {
        throw "hnsdiag.exe ended with $LASTEXITCODE"
    }
}
foreach ($service in @('sshd', 'containerd', 'kubelet', 'flanneld', 'kube-proxy')) {
    Write-Fact -About "service $service" -Read { Get-Service -Name $service -ErrorAction SilentlyContinue | ForEach-Object { "$($_.Status), $($_.StartType)" } }
}
