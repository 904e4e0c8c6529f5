# The metrics server, which autoscalers and `kubectl top` ask: what each kubelet measures, for the last moment only.
apiVersion: v1
kind: ServiceAccount
metadata:
  name: metrics-server
  namespace: kube-system
---
# It reads what kubelets measure, and which nodes and pods there are.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: system:metrics-server
rules:
  - apiGroups: [""]
    resources: [nodes/metrics]
    verbs: [get]
  - apiGroups: [""]
    resources: [pods, nodes]
    verbs: [get, list, watch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: system:metrics-server
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: system:metrics-server
subjects:
  - kind: ServiceAccount
    name: metrics-server
    namespace: kube-system
---
# It asks the API server who is asking, and whether they may.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: metrics-server:system:auth-delegator
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: system:auth-delegator
subjects:
  - kind: ServiceAccount
    name: metrics-server
    namespace: kube-system
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: metrics-server-auth-reader
  namespace: kube-system
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: extension-apiserver-authentication-reader
subjects:
  - kind: ServiceAccount
    name: metrics-server
    namespace: kube-system
---
apiVersion: v1
kind: Service
metadata:
  name: metrics-server
  namespace: kube-system
  labels: {k8s-app: metrics-server}
spec:
  selector: {k8s-app: metrics-server}
  ports:
    - {name: https, port: 443, targetPort: https}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: metrics-server
  namespace: kube-system
  labels: {k8s-app: metrics-server}
spec:
  replicas: 1
  strategy: {type: Recreate}
  selector:
    matchLabels: {k8s-app: metrics-server}
  template:
    metadata:
      labels: {k8s-app: metrics-server}
    spec:
      serviceAccountName: metrics-server
      priorityClassName: system-cluster-critical
      # The program lies on this machine.
      nodeSelector:
        kubernetes.io/hostname: [=controlPlane.name()]
      tolerations:
        - {key: node-role.kubernetes.io/control-plane, operator: Exists, effect: NoSchedule}
      containers:
        - name: metrics-server
          # Only what is below the program; the program itself is the machine's.
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          command: [/metrics-server]
          args:
            - --cert-dir=/tmp
            - --secure-port=10250
            - --kubelet-preferred-address-types=InternalIP
            - --kubelet-use-node-status-port
            # kubeadm's kubelets sign their certificates themselves.
            - --kubelet-insecure-tls
            - --metric-resolution=15s
          ports:
            - {name: https, containerPort: 10250}
          readinessProbe:
            httpGet: {path: /readyz, port: https, scheme: HTTPS}
            periodSeconds: 2
            failureThreshold: 60
          resources:
            requests: {cpu: 50m, memory: 60Mi}
          securityContext:
            runAsNonRoot: true
            runAsUser: 1000
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: {drop: [ALL]}
          volumeMounts:
            - {name: program, mountPath: /metrics-server, readOnly: true}
            - {name: tmp, mountPath: /tmp}
      volumes:
        - name: program
          hostPath: {path: [=programs["metrics-server"]], type: File}
        - name: tmp
          emptyDir: {}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata:
  name: v1beta1.metrics.k8s.io
spec:
  group: metrics.k8s.io
  version: v1beta1
  groupPriorityMinimum: 100
  versionPriority: 100
  # It signs its certificate itself, at each start.
  insecureSkipTLSVerify: true
  service: {name: metrics-server, namespace: kube-system}
