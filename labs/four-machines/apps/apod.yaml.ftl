# Astronomy picture of the day, in three parts: for every visitor of NodePort 30000, web gets the picture from api and
# tells log about it. Open the page and you read which pods did that; `kubectl logs deploy/apod-log` has the visits.
apiVersion: v1
kind: Service
metadata:
  name: apod-api
  labels: {app: apod-api}
spec:
  selector: {app: apod-api}
  ports:
    - {port: 80, targetPort: http}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: apod-api
  labels: {app: apod-api}
  annotations:
    # hybridlab's check of this app wants one of its pods on a control plane that is free of its taint.
    hybridlab.org/on-control-plane: "true"
spec:
  # Without replicas: the lab file scales it, and applying this file again must not undo that.
  selector:
    matchLabels: {app: apod-api}
  template:
    metadata:
      labels: {app: apod-api}
    spec:
      nodeSelector:
        kubernetes.io/os: linux
      affinity:
        nodeAffinity:
          # The control plane has no taint in this lab, so that it gets one of the three pods ...
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              preference:
                matchExpressions:
                  - {key: node-role.kubernetes.io/control-plane, operator: Exists}
      # ... and not more than one.
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: DoNotSchedule
          nodeTaintsPolicy: Honor
          labelSelector:
            matchLabels: {app: apod-api}
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 5
      containers:
        - name: api
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [netexec, --http-port=8080]
          ports:
            - {name: http, containerPort: 8080}
          readinessProbe:
            httpGet: {path: /hostname, port: http}
            periodSeconds: 2
---
apiVersion: v1
kind: Service
metadata:
  name: apod-log
  labels: {app: apod-log}
spec:
  selector: {app: apod-log}
  ports:
    - {port: 80, targetPort: http}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: apod-log
  labels: {app: apod-log}
spec:
  replicas: 1
  selector:
    matchLabels: {app: apod-log}
  template:
    metadata:
      labels: {app: apod-log}
    spec:
      nodeSelector:
        kubernetes.io/os: linux
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 5
      containers:
        - name: log
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [netexec, --http-port=8080]
          ports:
            - {name: http, containerPort: 8080}
          readinessProbe:
            httpGet: {path: /hostname, port: http}
            periodSeconds: 2
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: apod-web-page
  labels: {app: apod-web}
data:
  page.sh: |
    #!/bin/sh
    # What web does for each visitor. Fails, and says so on the page, if api or log does not answer.
    set -e
    picture=$(curl --silent --show-error --fail --max-time 4 http://apod-api/hostname)
    curl --silent --show-error --fail --max-time 4 --output /dev/null "http://apod-log/echo?msg=picture+from+$picture"
    log=$(curl --silent --show-error --fail --max-time 4 http://apod-log/hostname)
    echo "picture of the day from $picture, noted by $log"
---
apiVersion: v1
kind: Service
metadata:
  name: apod-web
  labels: {app: apod-web}
  annotations:
    # hybridlab's check of this app wants a pod of each of these Deployments named on the page.
    hybridlab.org/page-names: apod-api apod-log
spec:
  type: NodePort
  selector: {app: apod-web}
  ports:
    - {port: 8016, targetPort: http, nodePort: 30000}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: apod-web
  labels: {app: apod-web}
spec:
  replicas: 1
  selector:
    matchLabels: {app: apod-web}
  template:
    metadata:
      labels: {app: apod-web}
    spec:
      nodeSelector:
        kubernetes.io/os: linux
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 5
      containers:
        - name: web
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args:
            - netexec
            - --http-port=8080
            # Whatever a visitor asks for, web runs this.
            - --http-override=/shell?cmd=/page/page.sh
          ports:
            - {name: http, containerPort: 8080}
          volumeMounts:
            - {name: page, mountPath: /page}
          # Not by HTTP: that would ask api and log, and a web without them is still ready to say so.
          readinessProbe:
            tcpSocket: {port: http}
            periodSeconds: 2
      volumes:
        - name: page
          configMap:
            name: apod-web-page
            defaultMode: 0555
