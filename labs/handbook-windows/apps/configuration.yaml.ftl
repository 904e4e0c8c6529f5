# A Secret and a ConfigMap, each as an environment variable and as a volume. In 1.9 only variables worked. The lab's checks
# read all four in the pod.
apiVersion: v1
kind: ConfigMap
metadata:
  name: greeting
  labels: {app: configuration}
data:
  greeting: hello
---
apiVersion: v1
kind: Secret
metadata:
  name: word
  labels: {app: configuration}
type: Opaque
stringData:
  word: not-a-secret
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: configuration
  labels: {app: configuration}
spec:
  replicas: 1
  selector:
    matchLabels: {app: configuration}
  template:
    metadata:
      labels: {app: configuration}
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
        - name: configuration
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [pause]
          env:
            - name: GREETING
              valueFrom:
                configMapKeyRef: {name: greeting, key: greeting}
            - name: WORD
              valueFrom:
                secretKeyRef: {name: word, key: word}
          volumeMounts:
            - {name: greeting, mountPath: "C:/configuration"}
            - {name: word, mountPath: "C:/secret", readOnly: true}
      volumes:
        - name: greeting
          configMap: {name: greeting}
        - name: word
          secret: {secretName: word}
