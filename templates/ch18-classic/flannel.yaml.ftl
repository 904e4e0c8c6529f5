# Legacy mode: flannel 0.12 on the Linux machines as chapter 18 applies it. Kubernetes no longer has two of these kinds
# of object: PodSecurityPolicy went with 1.25, RBAC's v1beta1 with 1.22. Nobody ran it here (docs/explanation/windows-networking.md).
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata:
  name: psp.flannel.unprivileged
  annotations:
    seccomp.security.alpha.kubernetes.io/allowedProfileNames: docker/default
    seccomp.security.alpha.kubernetes.io/defaultProfileName: docker/default
    apparmor.security.beta.kubernetes.io/allowedProfileNames: runtime/default
    apparmor.security.beta.kubernetes.io/defaultProfileName: runtime/default
spec:
  privileged: false
  allowPrivilegeEscalation: false
  defaultAllowPrivilegeEscalation: false
  readOnlyRootFilesystem: false
  hostPID: false
  hostIPC: false
  hostNetwork: true
  hostPorts:
    - min: 0
      max: 65535
  volumes: [configMap, secret, emptyDir, hostPath]
  allowedHostPaths:
    - pathPrefix: /etc/cni/net.d
    - pathPrefix: /etc/kube-flannel
    - pathPrefix: /run/flannel
  allowedCapabilities: [NET_ADMIN]
  runAsUser:
    rule: RunAsAny
  supplementalGroups:
    rule: RunAsAny
  fsGroup:
    rule: RunAsAny
  seLinux:
    rule: RunAsAny
---
apiVersion: rbac.authorization.k8s.io/v1beta1
kind: ClusterRole
metadata:
  name: flannel
rules:
  - apiGroups: [extensions]
    resources: [podsecuritypolicies]
    resourceNames: [psp.flannel.unprivileged]
    verbs: [use]
  - apiGroups: [""]
    resources: [pods]
    verbs: [get]
  - apiGroups: [""]
    resources: [nodes]
    verbs: [list, watch]
  - apiGroups: [""]
    resources: [nodes/status]
    verbs: [patch]
---
apiVersion: rbac.authorization.k8s.io/v1beta1
kind: ClusterRoleBinding
metadata:
  name: flannel
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: flannel
subjects:
  - kind: ServiceAccount
    name: flannel
    namespace: kube-system
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: flannel
  namespace: kube-system
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: kube-flannel-cfg
  namespace: kube-system
  labels:
    tier: node
    app: flannel
data:
  cni-conf.json: |
    {
      "name": "vxlan0",
      "cniVersion": "0.3.1",
      "plugins": [
        {"type": "flannel", "delegate": {"hairpinMode": true, "isDefaultGateway": true}},
        {"type": "portmap", "capabilities": {"portMappings": true}}
      ]
    }
  # What flannel on Windows asks of all machines: a VNI of 4096 or more, and port 4789.
  net-conf.json: |
    {
      "Network": [=lab.network.pods],
      "Backend": {"Type": "vxlan", "VNI": [=lab.network.vni], "Port": [=lab.network.port]}
    }
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: [="kube-flannel-ds-" + controlPlane.arch.id()]
  namespace: kube-system
  labels:
    tier: node
    app: flannel
spec:
  selector:
    matchLabels:
      app: flannel
  template:
    metadata:
      labels:
        tier: node
        app: flannel
    spec:
      hostNetwork: true
      serviceAccountName: flannel
      nodeSelector:
        kubernetes.io/os: linux
        kubernetes.io/arch: [=controlPlane.arch.id()]
      tolerations:
        - operator: Exists
          effect: NoSchedule
      initContainers:
        - name: install-cni
          image: [="quay.io/coreos/flannel:v0.12.0-" + controlPlane.arch.id()]
          command: [cp, -f, /etc/kube-flannel/cni-conf.json, /etc/cni/net.d/10-flannel.conflist]
          volumeMounts:
            - name: cni
              mountPath: /etc/cni/net.d
            - name: flannel-cfg
              mountPath: /etc/kube-flannel/
      containers:
        - name: kube-flannel
          image: [="quay.io/coreos/flannel:v0.12.0-" + controlPlane.arch.id()]
          command: [/opt/bin/flanneld]
          args:
            - --ip-masq
            - --kube-subnet-mgr
            # Not in the book: its machines had one network each, ours also have the provider's.
            - --iface=$(HOST_IP)
          env:
            - name: HOST_IP
              valueFrom:
                fieldRef:
                  fieldPath: status.hostIP
            - name: POD_NAME
              valueFrom:
                fieldRef:
                  fieldPath: metadata.name
            - name: POD_NAMESPACE
              valueFrom:
                fieldRef:
                  fieldPath: metadata.namespace
          resources:
            requests: {cpu: 100m, memory: 50Mi}
            limits: {cpu: 100m, memory: 50Mi}
          securityContext:
            privileged: false
            capabilities:
              add: [NET_ADMIN]
          volumeMounts:
            - name: run
              mountPath: /run/flannel
            - name: flannel-cfg
              mountPath: /etc/kube-flannel/
      volumes:
        - name: run
          hostPath:
            path: /run/flannel
        - name: cni
          hostPath:
            path: /etc/cni/net.d
        - name: flannel-cfg
          configMap:
            name: kube-flannel-cfg
