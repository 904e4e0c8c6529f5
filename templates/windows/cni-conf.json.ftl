{
  "name": [=networkName],
  "cniVersion": [=cniVersion],
  "plugins": [
    {
      "type": "flannel",
      "capabilities": {"portMappings": true, "dns": true},
      "delegate": {
        "type": [=delegate],
        "apiVersion": 2,
        "policies": [
          {"name": "EndpointPolicy", "value": {"Type": "OutBoundNAT", "Settings": {"Exceptions": [<#list exceptions as network>[=network]<#sep>, </#list>]}}},
          {"name": "EndpointPolicy", "value": {"Type": "SDNRoute", "Settings": {"DestinationPrefix": [=facts.services], "NeedEncap": true}}},
<#if vxlan>
          {"name": "EndpointPolicy", "value": {"Type": "ProviderAddress", "Settings": {"ProviderAddress": [=machine.address]}}}
<#else>
          {"name": "EndpointPolicy", "value": {"Type": "SDNRoute", "Settings": {"DestinationPrefix": [=machine.address + "/32"], "NeedEncap": true}}}
</#if>
        ]
      }
    }
  ]
}
