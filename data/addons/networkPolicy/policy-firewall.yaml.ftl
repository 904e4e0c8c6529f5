# kube-router's firewall on each Linux node, without its router and its service proxy.
apiVersion: v1
kind: ServiceAccount
metadata:
  name: policy-firewall
  namespace: kube-system
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: policy-firewall
rules:
  - apiGroups: [""]
    resources: [namespaces, pods, nodes]
    verbs: [get, list, watch]
  - apiGroups: [networking.k8s.io]
    resources: [networkpolicies]
    verbs: [get, list, watch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: policy-firewall
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: policy-firewall
subjects:
  - kind: ServiceAccount
    name: policy-firewall
    namespace: kube-system
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: policy-firewall
  namespace: kube-system
  labels: {k8s-app: policy-firewall}
spec:
  selector:
    matchLabels: {k8s-app: policy-firewall}
  template:
    metadata:
      labels: {k8s-app: policy-firewall}
    spec:
      serviceAccountName: policy-firewall
      enableServiceLinks: false
      priorityClassName: system-node-critical
      hostNetwork: true
      nodeSelector: {kubernetes.io/os: linux}
      tolerations:
        - operator: Exists
      containers:
        - name: policy-firewall
          # It has iptables and ipset; the program itself is the machine's.
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          command: [/policy-firewall, --node=$(NODE), --services=$(SERVICES)]
          env:
            - {name: KUBERNETES_SERVICE_HOST, value: [=lab.apiAddress()]}
            - {name: KUBERNETES_SERVICE_PORT, value: "6443"}
            - {name: SERVICES, value: [=lab.network.services]}
            - name: NODE
              valueFrom:
                fieldRef: {fieldPath: spec.nodeName}
          # Its first rules are there.
          startupProbe:
            exec: {command: [iptables, -w, "-S", KUBE-ROUTER-FORWARD]}
            periodSeconds: 1
            timeoutSeconds: 5
            failureThreshold: 120
          resources:
            requests: {cpu: 20m, memory: 40Mi}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: {drop: [ALL], add: [NET_ADMIN, NET_RAW]}
          volumeMounts:
            - {name: program, mountPath: /policy-firewall, readOnly: true}
            - {name: lock, mountPath: /run/xtables.lock}
      volumes:
        - name: program
          hostPath: {path: [=programs["policy-firewall"]], type: File}
        - name: lock
          hostPath: {path: /run/xtables.lock, type: FileOrCreate}
