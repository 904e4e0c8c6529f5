# Microsoft's web server. The handbook's `microsoft/iis` has moved; the tag names the build that the image is made for.
apiVersion: v1
kind: Service
metadata:
  name: iis
  labels: {app: iis}
spec:
  type: NodePort
  selector: {app: iis}
  ports:
    - {port: 80, targetPort: http, nodePort: 30080}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: iis
  labels: {app: iis}
spec:
  # Without replicas: the autoscaler below decides.
  selector:
    matchLabels: {app: iis}
  template:
    metadata:
      labels: {app: iis}
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      tolerations:
        - {key: os, value: windows, effect: NoSchedule}
      os:
        name: windows
      automountServiceAccountToken: false
      containers:
        - name: iis
          image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022
          imagePullPolicy: IfNotPresent
          ports:
            - {name: http, containerPort: 80}
          # The handbook gives it 128Mi, with which today's image does not start.
          resources:
            requests: {cpu: 250m, memory: 400Mi}
            limits: {cpu: "1", memory: 800Mi}
          readinessProbe:
            httpGet: {path: /, port: http}
            periodSeconds: 5
---
# It asks the metrics server, which the lab has by `metrics: true`.
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: iis
  labels: {app: iis}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: iis}
  minReplicas: 1
  maxReplicas: 3
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: {type: Utilization, averageUtilization: 60}
