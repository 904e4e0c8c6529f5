# flannel and kube-proxy on the Windows machines as HostProcess pods: an image with nothing in it, a script from here,
# and the programs that lie on the machine already.
apiVersion: v1
kind: ConfigMap
metadata:
  name: flannel-windows
  namespace: kube-flannel
data:
  start-flanneld.ps1: [=startFlanneld]
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: flannel-windows
  namespace: kube-flannel
  labels:
    app: flannel-windows
spec:
  selector:
    matchLabels:
      app: flannel-windows
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 100%
  template:
    metadata:
      labels:
        app: flannel-windows
    spec:
      os:
        name: windows
      priorityClassName: system-node-critical
      hostNetwork: true
      serviceAccountName: flannel-windows
      nodeSelector:
        kubernetes.io/os: windows
      tolerations:
        - operator: Exists
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: NT AUTHORITY\SYSTEM
      containers:
        - name: flanneld
          image: [=hostProcessImage]
          imagePullPolicy: IfNotPresent
          command:
            - powershell.exe
            - -NoProfile
            - -NonInteractive
            - -ExecutionPolicy
            - Bypass
            - -Command
            - '& $env:CONTAINER_SANDBOX_MOUNT_POINT\mnt\hybridlab\start-flanneld.ps1; exit $LASTEXITCODE'
          env:
            - name: NODE_NAME
              valueFrom:
                fieldRef:
                  fieldPath: spec.nodeName
            - name: HOST_IP
              valueFrom:
                fieldRef:
                  fieldPath: status.hostIP
            # The real API server: the service's address leads nowhere before there is a pod network.
            - name: KUBERNETES_SERVICE_HOST
              value: [=facts.apiHost()]
            - name: KUBERNETES_SERVICE_PORT
              value: "[=facts.apiPort()]"
          volumeMounts:
            - name: scripts
              mountPath: /mnt/hybridlab
      volumes:
        - name: scripts
          configMap:
            name: flannel-windows
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: kube-proxy-windows
  namespace: kube-system
data:
  start-kube-proxy.ps1: [=startKubeProxy]
  # HostProcess pods find their volumes below C:\hpc (containerd 1.7 and later).
  kube-proxy.kubeconfig: |
    apiVersion: v1
    kind: Config
    clusters:
      - name: lab
        cluster:
          server: [=facts.server?no_esc]
          certificate-authority: C:/hpc/var/run/secrets/kubernetes.io/serviceaccount/ca.crt
    contexts:
      - name: lab
        context: {cluster: lab, user: kube-proxy}
    current-context: lab
    users:
      - name: kube-proxy
        user: {tokenFile: C:/hpc/var/run/secrets/kubernetes.io/serviceaccount/token}
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: kube-proxy-windows
  namespace: kube-system
  labels:
    k8s-app: kube-proxy-windows
spec:
  selector:
    matchLabels:
      k8s-app: kube-proxy-windows
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 100%
  template:
    metadata:
      labels:
        k8s-app: kube-proxy-windows
    spec:
      os:
        name: windows
      priorityClassName: system-node-critical
      hostNetwork: true
      serviceAccountName: kube-proxy-windows
      nodeSelector:
        kubernetes.io/os: windows
      tolerations:
        - operator: Exists
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: NT AUTHORITY\SYSTEM
      containers:
        - name: kube-proxy
          image: [=hostProcessImage]
          imagePullPolicy: IfNotPresent
          command:
            - powershell.exe
            - -NoProfile
            - -NonInteractive
            - -ExecutionPolicy
            - Bypass
            - -Command
            - '& $env:CONTAINER_SANDBOX_MOUNT_POINT\mnt\hybridlab\start-kube-proxy.ps1; exit $LASTEXITCODE'
          env:
            - name: NODE_NAME
              valueFrom:
                fieldRef:
                  fieldPath: spec.nodeName
            - name: HOST_IP
              valueFrom:
                fieldRef:
                  fieldPath: status.hostIP
          volumeMounts:
            - name: scripts
              mountPath: /mnt/hybridlab
      volumes:
        - name: scripts
          configMap:
            name: kube-proxy-windows
