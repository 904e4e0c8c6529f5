# Volumes: a folder of the machine, which the pod only reads, and two with scratch room that go away with the pod. What is
# read there was copied there before by containers that run first; the lab's checks read it in the pod. Paths with a drive,
# but for the handbook's /cache, which Windows takes for one of C:; and slashes: in YAML's double quotes a backslash would
# have to be written twice.
apiVersion: v1
kind: ConfigMap
metadata:
  name: note
  labels: {app: volumes}
data:
  note.txt: this was written before
---
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
      initContainers:
        - name: to-the-machine
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          command: [cp, /note/note.txt, /etc/foo/note.txt]
          volumeMounts:
            - {name: note, mountPath: "C:/note"}
            - {name: of-the-machine, mountPath: "C:/etc/foo"}
        - name: to-the-cache
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          command: [cp, /note/note.txt, /cache/note.txt]
          volumeMounts:
            - {name: note, mountPath: "C:/note"}
            - {name: cache, mountPath: /cache}
        - name: to-the-scratch-room
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          command: [cp, /note/note.txt, /scratch/note.txt]
          volumeMounts:
            - {name: note, mountPath: "C:/note"}
            - {name: scratch, mountPath: "C:/scratch"}
      containers:
        - name: volumes
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [pause]
          volumeMounts:
            - {name: of-the-machine, mountPath: "C:/etc/foo", readOnly: true}
            - {name: cache, mountPath: /cache}
            - {name: scratch, mountPath: "C:/scratch"}
      volumes:
        - name: note
          configMap: {name: note}
        - name: of-the-machine
          hostPath: {path: 'C:\AzureData', type: DirectoryOrCreate}
        - name: cache
          emptyDir: {}
        - name: scratch
          emptyDir: {}
