# By way of WinRM, and for boxes without OpenSSH only. From Windows Update, or what the machine asks in its place.
function Install-OpenSsh {
    $server = Get-WindowsCapability -Online -Name 'OpenSSH.Server*' | Select-Object -First 1
    if ($null -eq $server) {
        Stop-Script 'this Windows offers no OpenSSH server'
    }
    if ($server.State -ne 'Installed') {
        Write-Output "installing $($server.Name), which may take ten minutes"
        Add-WindowsCapability -Online -Name $server.Name | Out-Null
    }
    # Its first start makes host keys, and the folder for settings with the rights that it wants.
    Start-Service -Name 'sshd'
    Wait-Until -What 'sshd has made no folder for its settings' -Seconds 60 -Condition { Test-Path -Path "$env:ProgramData\ssh" }
    # Windows' own rule is for private networks, and Vagrant's is none. This one stays when the lab goes, as OpenSSH does.
    if (-not (Get-NetFirewallRule -Name 'OpenSSH-Server-In-TCP-Any' -ErrorAction SilentlyContinue)) {
        New-NetFirewallRule -Name 'OpenSSH-Server-In-TCP-Any' -DisplayName 'OpenSSH-Server-In-TCP-Any' -Direction Inbound -Action Allow -Protocol 'TCP' -LocalPort '22' -Profile Any | Out-Null
    }
}
