# A StatefulSet behind a headless service: each pod has a name that stays. In 1.9 Windows had none. A check
# of the lab asks from each pod for the first one by its name.
apiVersion: v1
kind: Service
metadata:
  name: numbered
  labels: {app: numbered}
spec:
  clusterIP: None
  selector: {app: numbered}
  ports:
    - {port: 8080, targetPort: http}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: numbered
  labels: {app: numbered}
spec:
  serviceName: numbered
  replicas: 2
  selector:
    matchLabels: {app: numbered}
  template:
    metadata:
      labels: {app: numbered}
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
        - name: it
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [netexec, --http-port=8080]
          ports:
            - {name: http, containerPort: 8080}
          readinessProbe:
            httpGet: {path: /hostname, port: http}
            periodSeconds: 5
