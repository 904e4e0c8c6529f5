<#-- Windows Server 2019's images are called ltsc2019 there, and those of 2022 run on what is in between. -->
<#assign builds = machines?filter(machine -> machine.windows??)?map(machine -> machine.windows.build.number)>
<#assign build = builds?has_content?then(builds?first!20348, 20348)>
<#assign tag = (build gte 26100)?then("ltsc2025", (build gte 20348)?then("ltsc2022", "ltsc2019"))>
# Microsoft's web server. The handbook's `microsoft/iis` has moved; the tag names the build that the image is made for: that
# of the lab's first Windows machine.
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
          image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-[=tag?no_esc]
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
---
# Visitors, so that the autoscaler has something to do: a check of the lab lets them come for four minutes.
apiVersion: v1
kind: ConfigMap
metadata:
  name: visitors
  labels: {app: visitors}
data:
  come.sh: |
    set -e
    curl --silent --show-error --fail --max-time 5 --output /dev/null http://iis/
    # Those of an earlier check hold the file; a second crowd would only be more work for the machine.
    setsid flock --nonblock /tmp/visitors timeout 240 sh -c \
      'while true; do curl --silent --max-time 5 --output /dev/null "http://iis/?[1-2000]"; done' \
      < /dev/null > /dev/null 2>&1 &
    echo visitors come
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: visitors
  labels: {app: visitors}
spec:
  replicas: 1
  selector:
    matchLabels: {app: visitors}
  template:
    metadata:
      labels: {app: visitors}
    spec:
      nodeSelector:
        kubernetes.io/os: linux
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 5
      containers:
        - name: visitors
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [pause]
          volumeMounts:
            - {name: scripts, mountPath: /scripts}
      volumes:
        - name: scripts
          configMap: {name: visitors}
