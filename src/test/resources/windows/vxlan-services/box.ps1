# Makes a box of this machine, after remove.ps1: what took long stays (features, containerd, images), and nothing tells any more
# which machine it was or opens it to its lab. Then it switches the machine off. `up` makes it a machine of its lab again.
$script:ScriptName = 'box'
# library.ps1

# The accounts of administrators take their keys from a file that only they and the system may write; sshd ignores it
# else. A server with other settings looks into the user's own file.
function Set-OnlyKey {
    param([string] $Key)
    $shared = "$env:ProgramData\ssh\administrators_authorized_keys"
    Set-Content -Path $shared -Value $Key -Encoding ascii
    Invoke-Program -Program 'icacls.exe' -Arguments @($shared, '/inheritance:r', '/grant:r', '*S-1-5-18:F', '*S-1-5-32-544:F', '/q')
    Confirm-Folder -Path "$env:USERPROFILE\.ssh"
    Set-Content -Path "$env:USERPROFILE\.ssh\authorized_keys" -Value $Key -Encoding ascii
}

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

Wait-EarlierScript -Seconds 540
Set-Neighbours -Block @()
# A proxy's address may hold a password.
foreach ($name in @('HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY')) {
    [Environment]::SetEnvironmentVariable($name, '', 'Machine')
}
foreach ($folder in @('C:\var\log', 'C:\hybridlab')) {
    Remove-Tree -Path $folder
}
$adapter = Get-NetAdapter -Physical | Where-Object { $_.MacAddress -eq '52-54-00-EA-39-0C' } | Select-Object -First 1
Set-DnsClientServerAddress -InterfaceAlias $adapter.Name -ResetServerAddresses
# From here on the lab has no way in any more.
# sshd makes others when it starts (PowerShell/openssh-portable#259): each machine of this box has its own.
Remove-Item -Path "$env:ProgramData\ssh\ssh_host_*" -Force
# As in all boxes: it opens them to the first comer, who puts his own key in its place.
Set-OnlyKey -Key 'ssh-rsa AAAAB3NzaC1yc2EAAAABIwAAAQEA6NF8iallvQVp22WDkTkyrtvp9eWW6A8YVr+kz4TjGYe7gHzIw+niNltGEFHzD8+v1I2YJ6oXevct1YeS0o9HZyN1Q9qgCgzUFtdOKLv6IedplqoPkcmF0aYet2PkEDo3MlTBckFXPITAMzF8dJSIFo9D8HfdOV0IAdx4O7PtixWKn5y2hMNG0zQPyUecp4pzC6kivAIhyfHilFR61RGL+GPXQ2MWZWFYbAGjyiYJnAmCP3NOTd0jMZEnDkbUvxhMmBYSdETk1rRgm+R4LOzFUGaHqHDLKLX+FIPKcF96hrucXzcWyLbIbEgE98OHlnVYCzRdK8jlqm8tehUc9c9WhQ== vagrant insecure public key'

# Seconds are left to this script. What follows may end the connection that it was called by.
Invoke-Program -Program 'shutdown.exe' -Arguments @('/s', '/t', '10', '/f')
Invoke-Program -Program 'netsh.exe' -Arguments @('interface', 'ipv4', 'set', 'address', "name=$($adapter.Name)", 'source=dhcp')

Write-Output 'this machine is a box, and switches itself off'
