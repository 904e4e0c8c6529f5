# Two containers in one pod: the second reaches the first at localhost. In 1.9 this took Windows Server 1709.
# A check of the lab asks from `beside`.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: two-containers
  labels: {app: two-containers}
spec:
  replicas: 1
  selector:
    matchLabels: {app: two-containers}
  template:
    metadata:
      labels: {app: two-containers}
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
        - name: server
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [netexec, --http-port=8080]
          ports:
            - {name: http, containerPort: 8080}
          readinessProbe:
            httpGet: {path: /hostname, port: http}
            periodSeconds: 5
        - name: beside
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [pause]
