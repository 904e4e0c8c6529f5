<#macro policies at>
[=at?no_esc]"apiVersion": 2,
[=at?no_esc]"policies": [
[=at?no_esc]  {"name": "EndpointPolicy", "value": {"Type": "OutBoundNAT", "Settings": {"Exceptions": [<#list exceptions as network>[=network]<#sep>, </#list>]}}},
[=at?no_esc]  {"name": "EndpointPolicy", "value": {"Type": "SDNRoute", "Settings": {"DestinationPrefix": [=facts.services], "NeedEncap": true}}},
<#if vxlan>
[=at?no_esc]  {"name": "EndpointPolicy", "value": {"Type": "ProviderAddress", "Settings": {"ProviderAddress": [=machine.address]}}}
<#else>
[=at?no_esc]  {"name": "EndpointPolicy", "value": {"Type": "SDNRoute", "Settings": {"DestinationPrefix": [=machine.address + "/32"], "NeedEncap": true}}}
</#if>
[=at?no_esc]]
</#macro>
{
  "name": [=networkName],
  "cniVersion": [=cniVersion],
  "plugins": [
    {
<#if flannel>
      "type": "flannel",
      "capabilities": {"portMappings": true, "dns": true},
      "delegate": {
        "type": [=delegate],
<@policies "        "/>
      }
<#else>
      "type": [=delegate],
      "capabilities": {"portMappings": true, "dns": true},
      "ipam": {"type": "host-local", "ranges": [[{"subnet": [=share], "rangeStart": [=firstPod]}]]},
<@policies "      "/>
</#if>
    }
  ]
}
