# Legacy mode: flannel on the Windows machines, through rancher/wins, as chapter 18 applies it (flannel-overlay.yml).
# SIG Windows took these DaemonSets back in 2023; whether the image is still there was not seen. Nobody ran it here.
apiVersion: v1
kind: ConfigMap
metadata:
  name: kube-flannel-windows-cfg
  namespace: kube-system
  labels:
    tier: node
    app: flannel
data:
  # Readable beside this file, as run-flannel.ps1.
  run.ps1: [=runFlannel]
  cni-conf.json: [=cniConf]
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: kube-flannel-ds-windows-amd64
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
        kubernetes.io/os: windows
        kubernetes.io/arch: amd64
      tolerations:
        - operator: Exists
          effect: NoSchedule
      containers:
        - name: kube-flannel
          # For build 17763 alone, and five gigabytes, the book says.
          image: sigwindowstools/flannel:0.12.0
          command: [powershell, -file, /etc/kube-flannel-windows/run.ps1]
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
          volumeMounts:
            - name: wins
              mountPath: \\.\pipe\rancher_wins
            - name: host
              mountPath: /host
            - name: kube-proxy
              mountPath: /kube-proxy
            - name: flannel-cfg
              mountPath: /etc/kube-flannel/
            - name: flannel-windows-cfg
              mountPath: /etc/kube-flannel-windows/
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
        - name: flannel-cfg
          configMap:
            name: kube-flannel-cfg
        - name: flannel-windows-cfg
          configMap:
            name: kube-flannel-windows-cfg
