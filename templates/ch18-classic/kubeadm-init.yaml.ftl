# Legacy mode: what `kubeadm init` of Kubernetes 1.18 reads on [=controlPlane.name], in the API version of that day. The
# book gave three flags: --pod-network-cidr, --service-cidr and --apiserver-advertise-address. Nobody ran it here: 1.18
# ended in 2021, and its packages are gone (docs/explanation/windows-networking.md).
apiVersion: kubeadm.k8s.io/v1beta2
kind: InitConfiguration
localAPIEndpoint:
  advertiseAddress: [=controlPlane.address]
  bindPort: 6443
bootstrapTokens:
  # Nobody uses the token that init makes: every join gets one of its own. kubeadm insists, so it dies at once.
  - ttl: 1s
    usages: [authentication]
nodeRegistration:
  name: [=controlPlane.name]
  # Docker, by the part of the kubelet that Kubernetes dropped with 1.24.
  criSocket: /var/run/dockershim.sock
<#if controlPlane.node.taints?has_content>
  taints:
    - key: node-role.kubernetes.io/master
      effect: NoSchedule
<#list controlPlane.node.taints as taint>
    - key: [=taint.key]
      value: [=taint.value]
      effect: [=taint.effect]
</#list>
</#if>
  kubeletExtraArgs:
    # The lab's network, not the provider's, which every machine has as well.
    node-ip: [=controlPlane.address]
<#if controlPlane.node.kubeletFlag("")?has_content>
    node-labels: [=controlPlane.node.kubeletFlag("")]
</#if>
  ignorePreflightErrors:
<#list ignorePreflightErrors as check>
    - [=check]
</#list>
---
apiVersion: kubeadm.k8s.io/v1beta2
kind: ClusterConfiguration
clusterName: [=lab.name]
kubernetesVersion: [=lab.kubernetes.tag()]
# Frozen since 2023; kubeadm of that time knows no other place.
imageRepository: k8s.gcr.io
networking:
  podSubnet: [=lab.network.pods]
  serviceSubnet: [=lab.network.services]
  dnsDomain: [=lab.network.domain]
