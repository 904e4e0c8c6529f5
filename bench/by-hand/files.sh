# The files that both scripts give to kubeadm and kubectl; to be sourced. They have what machines that are containers need
# (docs/reference/providers.md), what two networks need (node-ip, advertiseAddress, flannel's interface), and the defaults of kubeadm.
# From bench/up: BENCH_KUBERNETES, BENCH_ETCD and BENCH_COREDNS (image tags), BENCH_FLANNEL (image), BENCH_NETWORK.
control=$BENCH_NETWORK.11
ignored=SystemVerification,Swap,Mem,NumCPU,FileContent--proc-sys-net-bridge-bridge-nf-call-iptables

# What each machine is told before kubeadm runs: its neighbours' names, its address, name servers for pods that are no
# loopback addresses.
prepare() {
    cat <<PREPARE
set -e
printf '%s\n' '$BENCH_NETWORK.11 control' '$BENCH_NETWORK.12 node' >> /etc/hosts
echo KUBELET_EXTRA_ARGS=--node-ip=$1 > /etc/default/kubelet
{ grep -v '127\.' /etc/resolv.conf || echo nameserver 192.0.2.1; } > /etc/kubelet-resolv.conf
PREPARE
}

kubeadm_init() {
    cat <<INIT
apiVersion: kubeadm.k8s.io/v1beta4
kind: InitConfiguration
localAPIEndpoint:
  advertiseAddress: $control
nodeRegistration:
  ignorePreflightErrors: [${ignored//,/, }]
---
apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
kubernetesVersion: v$BENCH_KUBERNETES
networking:
  podSubnet: 10.244.0.0/16
etcd:
  local:
    imageTag: $BENCH_ETCD
dns:
  imageTag: $BENCH_COREDNS
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
failSwapOn: false
failCgroupV1: false
resolvConf: /etc/kubelet-resolv.conf
evictionHard: {imagefs.available: 0%, nodefs.available: 0%, nodefs.inodesFree: 0%}
featureGates:
  KubeletInUserNamespace: true
---
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
conntrack: {maxPerCore: 0, min: 0, tcpCloseWaitTimeout: 0s, tcpEstablishedTimeout: 0s}
INIT
}

# flannel as its makers publish it, without the image that brings the CNI plug-in, which the machines have already.
flannel() {
    cat <<FLANNEL
apiVersion: v1
kind: Namespace
metadata: {name: kube-flannel, labels: {pod-security.kubernetes.io/enforce: privileged}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: flannel, namespace: kube-flannel}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: flannel}
rules:
  - {apiGroups: [""], resources: [pods], verbs: [get]}
  - {apiGroups: [""], resources: [nodes], verbs: [get, list, watch]}
  - {apiGroups: [""], resources: [nodes/status], verbs: [patch]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: flannel}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: flannel}
subjects: [{kind: ServiceAccount, name: flannel, namespace: kube-flannel}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: kube-flannel-cfg, namespace: kube-flannel}
data:
  cni-conf.json: |
    {"name": "cbr0", "cniVersion": "0.3.1", "plugins": [
      {"type": "flannel", "delegate": {"hairpinMode": true, "isDefaultGateway": true}},
      {"type": "portmap", "capabilities": {"portMappings": true}}]}
  net-conf.json: |
    {"Network": "10.244.0.0/16", "EnableNFTables": false, "Backend": {"Type": "vxlan", "VNI": 4096, "Port": 4789}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-flannel-ds, namespace: kube-flannel}
spec:
  selector: {matchLabels: {app: flannel}}
  template:
    metadata: {labels: {app: flannel}}
    spec:
      hostNetwork: true
      priorityClassName: system-node-critical
      serviceAccountName: flannel
      tolerations: [{operator: Exists, effect: NoSchedule}]
      initContainers:
        - name: install-cni
          image: $BENCH_FLANNEL
          command: [cp, -f, /etc/kube-flannel/cni-conf.json, /etc/cni/net.d/10-flannel.conflist]
          volumeMounts:
            - {name: cni, mountPath: /etc/cni/net.d}
            - {name: configuration, mountPath: /etc/kube-flannel/}
      containers:
        - name: kube-flannel
          image: $BENCH_FLANNEL
          command: [/opt/bin/flanneld, --ip-masq, --kube-subnet-mgr, --iface-regex=^$BENCH_NETWORK\\.]
          env:
            - {name: POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
            - {name: POD_NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}
            - {name: KUBERNETES_SERVICE_HOST, value: $control}
            - {name: KUBERNETES_SERVICE_PORT, value: "6443"}
          securityContext: {privileged: false, capabilities: {add: [NET_ADMIN, NET_RAW]}}
          volumeMounts:
            - {name: run, mountPath: /run/flannel}
            - {name: configuration, mountPath: /etc/kube-flannel/}
            - {name: xtables-lock, mountPath: /run/xtables.lock}
      volumes:
        - {name: run, hostPath: {path: /run/flannel, type: DirectoryOrCreate}}
        - {name: cni, hostPath: {path: /etc/cni/net.d, type: DirectoryOrCreate}}
        - {name: configuration, configMap: {name: kube-flannel-cfg}}
        - {name: xtables-lock, hostPath: {path: /run/xtables.lock, type: FileOrCreate}}
FLANNEL
}
