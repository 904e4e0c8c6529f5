apiVersion: v1
kind: ConfigMap
metadata: {name: typo}
<#lst machines as machine></#list>
