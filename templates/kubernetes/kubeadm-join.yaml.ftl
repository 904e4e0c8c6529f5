# What `kubeadm join` reads on [=machine.name]. Holds a token: in the guest only, 0600, gone after the join.
apiVersion: kubeadm.k8s.io/v1beta4
kind: JoinConfiguration
discovery:
  # By file, because discovery by token polls for a signed ConfigMap every 5 s.
  file:
    kubeConfigPath: [=discoveryFile]
  tlsBootstrapToken: [=token]
nodeRegistration:
  name: [=machine.name]
  criSocket: unix:///run/containerd/containerd.sock
  kubeletExtraArgs:
    - name: node-ip
      value: [=machine.address]
  ignorePreflightErrors:
<#list ignorePreflightErrors as check>
    - [=check]
</#list>
timeouts:
  kubeletHealthCheck: [=timeout]
  kubernetesAPICall: [=timeout]
  tlsBootstrap: [=timeout]
  discovery: [=timeout]
