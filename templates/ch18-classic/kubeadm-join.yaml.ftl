# Legacy mode: what `kubeadm join` of Kubernetes 1.18 reads on [=machine.name]; the book gave the token and a checksum as
# flags. With a token in it, it is in the guest only, 0600, and gone after the join. Nobody ran it here (docs/explanation/windows-networking.md).
apiVersion: kubeadm.k8s.io/v1beta2
kind: JoinConfiguration
discovery:
  file:
    kubeConfigPath: [=discoveryFile]
  tlsBootstrapToken: [=token]
nodeRegistration:
  name: [=machine.name]
<#if machine.windows??>
  criSocket: npipe:////./pipe/docker_engine
<#else>
  criSocket: /var/run/dockershim.sock
</#if>
<#if machine.node.taints?has_content>
  taints:
<#list machine.node.taints as taint>
    - key: [=taint.key]
      value: [=taint.value]
      effect: [=taint.effect]
</#list>
</#if>
  kubeletExtraArgs:
    node-ip: [=machine.address]
<#if machine.node.kubeletFlag("")?has_content>
    node-labels: [=machine.node.kubeletFlag("")]
</#if>
<#if !machine.windows??>
  ignorePreflightErrors:
<#list ignorePreflightErrors as check>
    - [=check]
</#list>
</#if>
