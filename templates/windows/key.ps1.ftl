# Makes the lab's key the only one that opens this machine. Vagrant runs it once, by whatever way in the box has.
$script:ScriptName = 'key'
<#include "library.ps1.ftl">
<#include "only-key.ps1.ftl">
<#if machine.windows.shell.id() == "winrm">
<#include "openssh.ps1.ftl">

Install-OpenSsh
</#if>

Set-OnlyKey -Key [=authorizedKey]
Set-Service -Name 'sshd' -StartupType Automatic
Start-Service -Name 'sshd'

Write-Output 'the lab''s key is in'
