# A museum piece: what `kubeadm join` of Kubernetes 1.18 reads on [=machine.name]; the book gave the token and a checksum as
# flags. With a token in it, it is in the guest only, 0600, and gone after the join. Nobody ran it here (docs/windows.md).
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
  kubeletExtraArgs:
    node-ip: [=machine.address]
<#if !machine.windows??>
  ignorePreflightErrors:
<#list ignorePreflightErrors as check>
    - [=check]
</#list>
</#if>
