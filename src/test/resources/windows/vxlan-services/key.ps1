# Makes the lab's key the only one that opens this machine. Vagrant runs it once, by whatever way in the box has.
$script:ScriptName = 'key'
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

Set-OnlyKey -Key 'ssh-ed25519 AAAA hybridlab'
Set-Service -Name 'sshd' -StartupType Automatic
Start-Service -Name 'sshd'

Write-Output 'the lab''s key is in'
