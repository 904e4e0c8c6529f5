# What `kubeadm join` reads on [=machine.name]. Holds a token: in the guest only, 0600, gone after the join.
apiVersion: kubeadm.k8s.io/v1beta4
kind: JoinConfiguration
discovery:
  # By file, because discovery by token polls for a signed ConfigMap every 5 s.
  file:
    kubeConfigPath: [=discoveryFile]
  tlsBootstrapToken: [=token]
<#if machine.isControlPlane()>
controlPlane:
  localAPIEndpoint:
    advertiseAddress: [=machine.address]
    bindPort: 6443
</#if>
<#assign ofLab = (machine.windows?? || lab.joinsExisting())?then("hybridlab.org/lab=" + labId, "")>
<#assign nodeLabels = machine.node.kubeletFlag(ofLab)>
nodeRegistration:
  name: [=machine.name]
<#if machine.windows??>
  criSocket: npipe:////./pipe/containerd-containerd
<#else>
  criSocket: unix:///run/containerd/containerd.sock
</#if>
<#if machine.node.taints?has_content>
  taints:
<#if machine.isControlPlane()>
    # kubeadm's own, which it leaves out where there are others.
    - key: node-role.kubernetes.io/control-plane
      effect: NoSchedule
</#if>
<#list machine.node.taints as taint>
    - key: [=taint.key]
<#if taint.value?has_content>
      value: [=taint.value]
</#if>
      effect: [=taint.effect]
</#list>
</#if>
  kubeletExtraArgs:
    - name: node-ip
      value: [=machine.address]
<#if machine.windows??>
    # The computer may have another name, or get it at its next boot.
    - name: hostname-override
      value: [=machine.name]
</#if>
<#if nodeLabels?has_content>
    - name: node-labels
      value: [=nodeLabels]
</#if>
<#if machine.windows??>
patches:
  directory: C:\etc\kubernetes\patches
<#else>
  ignorePreflightErrors:
<#list ignorePreflightErrors as check>
    - [=check]
</#list>
<#if machine.isControlPlane() || lab.joinsExisting()>
patches:
  directory: /etc/kubernetes/patches
</#if>
</#if>
timeouts:
  kubeletHealthCheck: [=timeout]
  kubernetesAPICall: [=timeout]
  tlsBootstrap: [=timeout]
  discovery: [=timeout]
