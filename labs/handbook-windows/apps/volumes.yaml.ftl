# Volumes: a folder of the machine, read only, and scratch room that goes away with the pod. Paths with a drive, and slashes:
# in YAML's double quotes a backslash would have to be written twice.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: volumes
  labels: {app: volumes}
spec:
  replicas: 1
  selector:
    matchLabels: {app: volumes}
  template:
    metadata:
      labels: {app: volumes}
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
        - name: volumes
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [pause]
          volumeMounts:
            - {name: of-the-machine, mountPath: "C:/etc/foo", readOnly: true}
            - {name: scratch, mountPath: "C:/scratch"}
      volumes:
        - name: of-the-machine
          hostPath: {path: 'C:\AzureData', type: DirectoryOrCreate}
        - name: scratch
          emptyDir: {}
