# flannel on the Linux machines. The same network configuration serves the Windows machines.
apiVersion: v1
kind: Namespace
metadata:
  name: kube-flannel
  labels:
    pod-security.kubernetes.io/enforce: privileged
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: flannel
  namespace: kube-flannel
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: flannel
rules:
  - apiGroups: [""]
    resources: [pods]
    verbs: [get]
  - apiGroups: [""]
    resources: [nodes]
    verbs: [get, list, watch]
  - apiGroups: [""]
    resources: [nodes/status]
    verbs: [patch]
---
apiVersion: rbac.authorization.k8s.io/v1
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
    namespace: kube-flannel
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: kube-flannel-cfg
  namespace: kube-flannel
  labels:
    app: flannel
data:
  cni-conf.json: |
    {
      "name": "cbr0",
      "cniVersion": "0.3.1",
      "plugins": [
        {"type": "flannel", "delegate": {"hairpinMode": true, "isDefaultGateway": true}},
        {"type": "portmap", "capabilities": {"portMappings": true}}
      ]
    }
  net-conf.json: |
    {
      "Network": "[=lab.network.pods?no_esc]",
      "EnableNFTables": false,
<#if lab.network.mode.traits().encapsulates()>
      "Backend": {"Type": "vxlan", "VNI": [=lab.network.vni?no_esc], "Port": [=lab.network.port?no_esc]}
<#else>
      "Backend": {"Type": "host-gw"}
</#if>
    }
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: kube-flannel-ds
  namespace: kube-flannel
  labels:
    app: flannel
spec:
  selector:
    matchLabels:
      app: flannel
  updateStrategy:
    rollingUpdate:
      # All machines of a lab start together; nobody is served meanwhile.
      maxUnavailable: 100%
  template:
    metadata:
      labels:
        app: flannel
    spec:
      priorityClassName: system-node-critical
      hostNetwork: true
      serviceAccountName: flannel
      nodeSelector:
        kubernetes.io/os: linux
      tolerations:
        - operator: Exists
      containers:
        - name: kube-flannel
          image: [=flannelImage]
          imagePullPolicy: IfNotPresent
          command:
            - /opt/bin/flanneld
          args:
            - --ip-masq
            - --kube-subnet-mgr
            # The node's address in the lab's network: the default route leads to the provider's NAT on most providers.
            - --iface=$(HOST_IP)
            # Every 5 s by default, which starts a dozen iptables each time: a tenth of what an idle lab costs.
            - --iptables-resync=60
          lifecycle:
            postStart:
              exec:
                # Written only once flannel serves this machine. Earlier, the node would call itself Ready, and the
                # first pods would fail on the missing subnet.env and be tried again many seconds later.
                command:
                  - /bin/sh
                  - -c
                  - |
                    until [ -s /run/flannel/subnet.env ]; do sleep 0.1; done
                    cp /etc/kube-flannel/cni-conf.json /etc/cni/net.d/.10-flannel.conflist
                    mv /etc/cni/net.d/.10-flannel.conflist /etc/cni/net.d/10-flannel.conflist
          env:
            - name: POD_NAME
              valueFrom:
                fieldRef:
                  fieldPath: metadata.name
            - name: POD_NAMESPACE
              valueFrom:
                fieldRef:
                  fieldPath: metadata.namespace
            - name: HOST_IP
              valueFrom:
                fieldRef:
                  fieldPath: status.hostIP
            # The API server itself: before kube-proxy has written its rules, the service's address leads out of the lab.
            - name: KUBERNETES_SERVICE_HOST
              value: [=lab.apiAddress()]
            - name: KUBERNETES_SERVICE_PORT
              value: "6443"
            # A connection that died with a control plane is left after 15 s instead of 45: until then flannel does not
            # hear of machines that come back.
            - name: HTTP2_READ_IDLE_TIMEOUT_SECONDS
              value: "10"
            - name: HTTP2_PING_TIMEOUT_SECONDS
              value: "5"
            - name: CONT_WHEN_CACHE_NOT_READY
              value: "false"
          resources:
            requests:
              cpu: 100m
              memory: 50Mi
          securityContext:
            privileged: false
            capabilities:
              add: [NET_ADMIN, NET_RAW]
          volumeMounts:
            - name: run
              mountPath: /run/flannel
            - name: cni
              mountPath: /etc/cni/net.d
            - name: configuration
              mountPath: /etc/kube-flannel/
            - name: xtables-lock
              mountPath: /run/xtables.lock
      volumes:
        - name: run
          hostPath:
            path: /run/flannel
            type: DirectoryOrCreate
        - name: cni
          hostPath:
            path: /etc/cni/net.d
            type: DirectoryOrCreate
        - name: configuration
          configMap:
            name: kube-flannel-cfg
        - name: xtables-lock
          hostPath:
            path: /run/xtables.lock
            type: FileOrCreate
