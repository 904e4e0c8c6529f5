# Legacy mode: kube-proxy on the Windows machines, through rancher/wins, as chapter 18 applies it (kube-proxy.yml). SIG
# Windows took these DaemonSets back in 2023; whether the image is still there was not seen. Nobody ran it here.
apiVersion: v1
kind: ConfigMap
metadata:
  name: kube-proxy-windows
  namespace: kube-system
  labels:
    app: kube-proxy
data:
  # Readable beside this file, as run-kube-proxy.ps1.
  run-script.ps1: [=runKubeProxy]
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: kube-proxy-windows
  namespace: kube-system
  labels:
    k8s-app: kube-proxy
spec:
  selector:
    matchLabels:
      k8s-app: kube-proxy-windows
  template:
    metadata:
      labels:
        k8s-app: kube-proxy-windows
    spec:
      serviceAccountName: kube-proxy
      nodeSelector:
        kubernetes.io/os: windows
      tolerations:
        - key: CriticalAddonsOnly
          operator: Exists
        - operator: Exists
      containers:
        - name: kube-proxy
          # For build 17763 alone.
          image: [="sigwindowstools/kube-proxy:" + lab.kubernetes.tag()]
          command: [powershell, -file, /var/lib/kube-proxy-windows/run-script.ps1]
          env:
            - name: NODE_NAME
              valueFrom:
                fieldRef:
                  fieldPath: spec.nodeName
            - name: POD_IP
              valueFrom:
                fieldRef:
                  fieldPath: status.podIP
          volumeMounts:
            - name: wins
              mountPath: \\.\pipe\rancher_wins
            - name: host
              mountPath: /host
            - name: kube-proxy
              mountPath: /var/lib/kube-proxy
            - name: kube-proxy-windows
              mountPath: /var/lib/kube-proxy-windows
      volumes:
        - name: wins
          hostPath:
            path: \\.\pipe\rancher_wins
        - name: host
          hostPath:
            path: /
        - name: kube-proxy
          configMap:
            name: kube-proxy
        - name: kube-proxy-windows
          configMap:
            name: kube-proxy-windows
