# What `kubeadm init` reads on [=controlPlane.name]. Reference: kubeadm-config.v1beta4 of Kubernetes' documentation.
apiVersion: kubeadm.k8s.io/v1beta4
kind: InitConfiguration
localAPIEndpoint:
  # The lab's network, not the provider's NAT, which all machines share.
  advertiseAddress: [=controlPlane.address]
  bindPort: 6443
bootstrapTokens:
  # Nobody uses the token that init makes: every join gets one of its own. kubeadm insists, so it dies at once.
  - ttl: 1s
    usages: [authentication]
nodeRegistration:
  name: [=controlPlane.name]
  criSocket: unix:///run/containerd/containerd.sock
<#if controlPlane.node.taints?has_content>
  taints:
    # kubeadm's own, which it leaves out where there are others.
    - key: node-role.kubernetes.io/control-plane
      effect: NoSchedule
<#list controlPlane.node.taints as taint>
    - key: [=taint.key]
<#if taint.value?has_content>
      value: [=taint.value]
</#if>
      effect: [=taint.effect]
</#list>
</#if>
  kubeletExtraArgs:
    - name: node-ip
      value: [=controlPlane.address]
<#if controlPlane.node.kubeletFlag("")?has_content>
    - name: node-labels
      value: [=controlPlane.node.kubeletFlag("")]
</#if>
  ignorePreflightErrors:
<#list ignorePreflightErrors as check>
    - [=check]
</#list>
  imagePullPolicy: IfNotPresent
skipPhases:
  # Applied right after init, while machines join already.
  - addon
  # init.sh runs them after this, and what needs the controllers and the scheduler waits for its own effect.
  - control-plane/controller-manager
  - control-plane/scheduler
  - wait-control-plane
  - bootstrap-token
  - kubelet-finalize
  # Nobody joins by the token that it would show.
  - show-join-command
patches:
  directory: /etc/kubernetes/patches
timeouts:
  controlPlaneComponentHealthCheck: [=timeout]
  kubeletHealthCheck: [=timeout]
  kubernetesAPICall: [=timeout]
  discovery: [=timeout]
---
apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
clusterName: [=lab.name]
kubernetesVersion: [=lab.kubernetes.tag()]
# Quicker to make and to sign with than kubeadm's default, RSA: every probe of the API server begins with a signature.
encryptionAlgorithm: ECDSA-P256
controlPlaneEndpoint: [=lab.apiAddress() + ":6443"]
networking:
  podSubnet: [=lab.network.pods]
  serviceSubnet: [=lab.network.services]
  dnsDomain: [=lab.network.domain]
<#assign gates = lab.components.featureGates>
<#macro gateLines>
<#list gates as name, value>
  [=name]: <#if value>true<#else>false</#if>
</#list>
</#macro>
<#macro gateFlag>
<#if gates?has_content>
    - name: feature-gates
      value: [=lab.components.featureGatesFlag()]
</#if>
</#macro>
apiServer:
<#if gates?has_content || lab.components.runtimeConfig?has_content>
  extraArgs:
<@gateFlag/>
<#if lab.components.runtimeConfig?has_content>
    - name: runtime-config
      value: [=lab.components.runtimeConfigFlag()]
</#if>
</#if>
  certSANs:
    - [=controlPlane.name]
    - 127.0.0.1
  extraEnvs:
    # The API server makes much garbage at its start, and has the memory to let it lie.
    - name: GOGC
      value: "400"
    - name: GOMEMLIMIT
      value: 600MiB
controllerManager:
  extraArgs:
<@gateFlag/>
<#if !lab.network.virtualAddress??>
    # There is one of each, and no second control plane can come: no lease to renew all the time.
    - name: leader-elect
      value: "false"
<#else>
    # The controllers' first try for the lease comes before RBAC is there; without this the next one is 2 s later.
    - name: leader-elect-retry-period
      value: 500ms
</#if>
<#if emulated>
    # A kubelet that is slow is not gone.
    - name: node-monitor-grace-period
      value: 4m0s
</#if>
    # Each of some forty controllers asks for a service account and a token at its start. At the default of 20 requests
    # a second that alone takes 6 s, and no node gets its pod network before (measured: 2 s with these).
    - name: kube-api-qps
      value: "200"
    - name: kube-api-burst
      value: "400"
scheduler:
  extraArgs:
<@gateFlag/>
<#if !lab.network.virtualAddress??>
    - name: leader-elect
      value: "false"
<#else>
    - name: leader-elect-retry-period
      value: 500ms
</#if>
# The bundle's images carry the versions that are in them, which need not be kubeadm's own defaults.
etcd:
<#if lab.hasExternalEtcd()>
  # On machines of its own; hybridlab brings these files from one of them before init.
  external:
    endpoints:
<#list lab.etcdMembers() as member>
      - [="https://" + member.address + ":2379"]
</#list>
    caFile: /etc/kubernetes/pki/etcd/ca.crt
    certFile: /etc/kubernetes/pki/apiserver-etcd-client.crt
    keyFile: /etc/kubernetes/pki/apiserver-etcd-client.key
<#else>
<#assign isOnlyMember = !lab.network.virtualAddress?? && !emulated>
  local:
    imageTag: [=etcdTag]
    extraArgs:
      # kubeadm's 5 s for some seventy watches are 14 messages a second, each encrypted. The API server asks for the
      # progress where it has to know it.
      - name: watch-progress-notify-interval
        value: 1m0s
<#if isOnlyMember>
      # A member that is alone, and stays so, has nobody to wait for. By default it elects itself up to 1 s after its
      # start, and an API server that has asked in vain meanwhile asks again 1 s later.
      - name: heartbeat-interval
        value: "20"
      - name: election-timeout
        value: "100"
</#if>
</#if>
dns:
  imageTag: [=corednsTag]
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
# No cgroupDriver: the kubelet takes the one that containerd was told to use (KubeletCgroupDriverFromCRI).
failSwapOn: false
# A kubelet that starts while its node is still called Ready may first call it NotReady, and looks again one such period
# later: the default is 10 s. What has not changed is told as rarely as by default.
nodeStatusUpdateFrequency: 3s
nodeStatusReportFrequency: 5m0s
<#if lab.kubernetes.atLeast(1, 35)>
failCgroupV1: false
</#if>
resolvConf: /etc/hybridlab/resolv.conf
# A lab's disk is the host's disk: the kubelet must not evict pods or drop images because that one is nearly full.
imageGCHighThresholdPercent: 100
evictionHard:
  imagefs.available: 0%
  nodefs.available: 0%
  nodefs.inodesFree: 0%
<#if containers || gates?has_content>
featureGates:
<#if containers && !gates["KubeletInUserNamespace"]??>
  # A machine that is a container may not write some of /proc/sys; the kubelet then goes on instead of ending.
  KubeletInUserNamespace: true
</#if>
<@gateLines/>
</#if>
---
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: iptables
clusterCIDR: [=lab.network.pods]
<#if gates?has_content>
featureGates:
<@gateLines/>
</#if>
<#if containers>
conntrack:
  # Not the machine's to set when it is a container.
  maxPerCore: 0
  min: 0
  tcpCloseWaitTimeout: 0s
  tcpEstablishedTimeout: 0s
</#if>
