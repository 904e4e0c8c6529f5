<#-- No empty lines: hybridlab compares this with what a machine prints, and does not see them there. -->
# hybridlab: how containerd gets images whose names begin with [=registry.host?no_esc]; read at each pull.
server = [=registry.server()]
<#if authorization??>
[header]
  Authorization = [=authorization]
<#elseif registry.login??>
# The login is in the machines only.
</#if>
<#list registry.mirrors as mirror>
[host.[=mirror]]
  capabilities = ["pull", "resolve"]
</#list>
