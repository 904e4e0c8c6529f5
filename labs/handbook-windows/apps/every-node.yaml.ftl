# A DaemonSet: one pod on every Windows machine.
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: foo
  labels: {app: foo}
spec:
  selector:
    matchLabels: {app: foo}
  template:
    metadata:
      labels: {app: foo}
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      tolerations:
        - {key: os, value: windows, effect: NoSchedule}
      os:
        name: windows
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 5
      containers:
        - name: foo
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [pause]
