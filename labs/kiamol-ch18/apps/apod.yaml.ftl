# Astronomy picture of the day, in three parts: every few seconds web gets the picture from api, tells log about it, and
# makes a page of both for NodePort 30000. The page names the pods that did it; `kubectl logs deploy/apod-log` has the calls.
# The picture is a drawing, because labs need no internet.
apiVersion: v1
kind: ConfigMap
metadata:
  name: apod-api-picture
  labels: {app: apod-api}
data:
  today.svg: |
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" role="img" aria-label="A crescent moon over hills">
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#050b24"/><stop offset="1" stop-color="#3a3f7d"/>
        </linearGradient>
      </defs>
      <rect width="640" height="360" fill="url(#sky)"/>
      <g fill="#ffffff">
        <circle cx="60" cy="50" r="1.6"/><circle cx="140" cy="110" r="1.2"/><circle cx="215" cy="40" r="1.8"/>
        <circle cx="300" cy="90" r="1.1"/><circle cx="365" cy="30" r="1.5"/><circle cx="560" cy="150" r="1.3"/>
        <circle cx="600" cy="45" r="1.9"/><circle cx="95" cy="190" r="1.1"/><circle cx="410" cy="170" r="1.4"/>
      </g>
      <path d="M520 60a52 52 0 1 0 0 104 42 42 0 1 1 0-104z" fill="#f6efcf"/>
      <path d="M0 300q110-70 230-20t220-10 190 10v80H0z" fill="#131a33"/>
      <path d="M0 330q160-40 320-5t320-15v50H0z" fill="#0a0f21"/>
    </svg>
---
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
          # It serves its files: the picture, and /etc/hostname, which is the pod's name.
          args: [test-webserver, --port=8080]
          ports:
            - {name: http, containerPort: 8080}
          readinessProbe:
            httpGet: {path: /etc/hostname, port: http}
            periodSeconds: 2
          volumeMounts:
            - {name: picture, mountPath: /picture, readOnly: true}
      volumes:
        - name: picture
          configMap: {name: apod-api-picture}
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
  # The page is in a folder with its picture: port 30000 alone leads there.
  index.html: |
    <!DOCTYPE html>
    <meta charset="utf-8">
    <meta http-equiv="refresh" content="0; url=/page/">
    <a href="/page/">Picture of the day</a>
  page.sh: |
    #!/bin/sh
    # Fails, and says so on the page, if api or log does not answer. Files appear whole, by a move.
    trap 'exit 0' TERM
    ask() { curl --silent --show-error --fail --fail-early --max-time 4 "$@"; }
    make() {
        # One call, so that name and picture come by one connection and from the same pod.
        ask --output /page/.today.svg http://apod-api/picture/today.svg --output /page/.pod http://apod-api/etc/hostname || return 1
        picture=$(cat /page/.pod)
        ask --output /page/.said "http://apod-log/echo?msg=picture+from+$picture" || return 1
        log=$(ask http://apod-log/hostname) || return 1
        mv /page/.today.svg /page/today.svg
        echo "<img src=\"today.svg\" alt=\"A crescent moon over hills\" width=\"640\" height=\"360\">"
        echo "<p>picture of the day from $picture, noted by $log</p>"
    }
    while :; do
        if ! body=$(make 2> /page/.wrong); then body="<p>no picture: $(cat /page/.wrong)</p>"; fi
        printf '<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Picture of the day</title>\n%s\n' "$body" > /page/.index.html
        mv /page/.index.html /page/index.html
        sleep 3 &
        wait
    done
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
          args: [test-webserver, --port=8080]
          ports:
            - {name: http, containerPort: 8080}
          volumeMounts:
            - {name: page, mountPath: /page, readOnly: true}
            - {name: scripts, mountPath: /index.html, subPath: index.html, readOnly: true}
          # Not the page: without api and log it is still there, and says so.
          readinessProbe:
            tcpSocket: {port: http}
            periodSeconds: 2
        - name: page
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          command: [sh, /scripts/page.sh]
          volumeMounts:
            - {name: page, mountPath: /page}
            - {name: scripts, mountPath: /scripts, readOnly: true}
      volumes:
        - name: page
          emptyDir: {}
        - name: scripts
          configMap: {name: apod-web-page}
