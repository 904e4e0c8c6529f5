# /etc/rancher/rke2/config.yaml of [=machine.name?no_esc], an RKE2 <#if machine.isControlPlane()>server<#else>agent</#if>. The token is nobody's but yours: put it
# into the file below, the same on all machines.
token-file: /etc/rancher/rke2/token
node-name: [=machine.name]
node-ip: [=machine.address]
node-label:
  - [="hybridlab.org/lab=" + lab.name]
<#list machine.node.kubeletLabels() as key, value>
  - [=key + "=" + value]
</#list>
<#if machine.isControlPlane()>
cni: flannel
advertise-address: [=machine.address]
tls-san:
  - [=lab.apiAddress()]
cluster-cidr: [=lab.network.pods]
service-cidr: [=lab.network.services]
cluster-dns: [=lab.network.dnsService()]
cluster-domain: [=lab.network.domain]
</#if>
<#if machine.node.taints?has_content || machine.isControlPlane() && !lab.untaint>
node-taint:
<#if machine.isControlPlane() && !lab.untaint>
  - "node-role.kubernetes.io/control-plane:NoSchedule"
</#if>
<#list machine.node.taints as taint>
  - [=taint.text()]
</#list>
</#if>
<#if machine.name != lab.firstControlPlane().name>
# Where servers let others in; not the API server's own port.
server: [="https://" + lab.apiAddress() + ":9345"]
</#if>
