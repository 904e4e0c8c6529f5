# The pet shop: a Windows application in three parts. The web page on NodePort 30002 asks the web service, which takes the
# password of its database from a Secret in a volume and logs in there with it. The database compares it with the one of its
# own volume, and says its name only if they agree. The chapter's own images are made for Windows Server 2019 only; these
# stand-ins have the same shape, and a variant for each build.
apiVersion: v1
kind: Secret
metadata:
  name: petshop-db
  labels: {app: petshop}
type: Opaque
stringData:
  # Of a demonstration without data.
  sa-password: not-a-secret
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: petshop-scripts
  labels: {app: petshop}
data:
  # What the web service does for each visitor.
  ask.sh: |
    set -e
    password=$(cat /petshop/secrets/sa-password)
    answer=$(curl --silent --show-error --fail --max-time 3 \
      "http://petshop-db.default.svc.cluster.local:1433/shell?cmd=sh+/petshop/scripts/login.sh+$password")
    case $answer in
      *'"error"'*) echo "$POD_NAME could not log in: $answer"; exit 1 ;;
    esac
    echo "$POD_NAME has pets of $answer"
  # What the database does for each login.
  login.sh: |
    if [ "$1" != "$(cat /petshop/secrets/sa-password)" ]; then
      echo wrong password
      exit 1
    fi
    echo "$POD_NAME: a cat, a dog"
---
apiVersion: v1
kind: Service
metadata:
  name: petshop-db
  labels: {app: petshop}
spec:
  selector: {app: petshop, component: db}
  ports:
    - {port: 1433, targetPort: sql}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: petshop-db
  labels: {app: petshop, component: db}
spec:
  replicas: 1
  selector:
    matchLabels: {app: petshop, component: db}
  template:
    metadata:
      labels: {app: petshop, component: db}
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
        - name: db
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args: [netexec, --http-port=1433]
          env:
            - name: POD_NAME
              valueFrom: {fieldRef: {fieldPath: metadata.name}}
          ports:
            - {name: sql, containerPort: 1433}
          readinessProbe:
            tcpSocket: {port: sql}
            periodSeconds: 5
          volumeMounts:
            - {name: password, mountPath: "C:/petshop/secrets", readOnly: true}
            - {name: scripts, mountPath: "C:/petshop/scripts", readOnly: true}
      volumes:
        - name: password
          secret: {secretName: petshop-db}
        - name: scripts
          configMap: {name: petshop-scripts}
---
apiVersion: v1
kind: Service
metadata:
  name: petshop-webservice
  labels: {app: petshop}
spec:
  type: NodePort
  selector: {app: petshop, component: webservice}
  ports:
    - {port: 80, targetPort: http, nodePort: 30003}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: petshop-webservice
  labels: {app: petshop, component: webservice}
spec:
  replicas: 1
  selector:
    matchLabels: {app: petshop, component: webservice}
  template:
    metadata:
      labels: {app: petshop, component: webservice}
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
        - name: webservice
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args:
            - netexec
            - --http-port=8080
            # Whatever it is asked for, the web service runs this.
            - --http-override=/shell?cmd=sh+/petshop/scripts/ask.sh
          env:
            - name: POD_NAME
              valueFrom: {fieldRef: {fieldPath: metadata.name}}
          ports:
            - {name: http, containerPort: 8080}
          # Not by HTTP: that would ask the database, and a web service without one is still ready to say so.
          readinessProbe:
            tcpSocket: {port: http}
            periodSeconds: 5
          volumeMounts:
            - {name: password, mountPath: "C:/petshop/secrets", readOnly: true}
            - {name: scripts, mountPath: "C:/petshop/scripts", readOnly: true}
      volumes:
        - name: password
          secret: {secretName: petshop-db}
        - name: scripts
          configMap: {name: petshop-scripts}
---
apiVersion: v1
kind: Service
metadata:
  name: petshop-web
  labels: {app: petshop}
  annotations:
    # hybridlab's check of this app wants a pod of each of these Deployments named on the page.
    hybridlab.org/page-names: petshop-webservice petshop-db
spec:
  type: NodePort
  selector: {app: petshop, component: web}
  ports:
    - {port: 80, targetPort: http, nodePort: 30002}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: petshop-web
  labels: {app: petshop, component: web}
spec:
  replicas: 1
  selector:
    matchLabels: {app: petshop, component: web}
  template:
    metadata:
      labels: {app: petshop, component: web}
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
        - name: web
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          args:
            - netexec
            - --http-port=8080
            # Whatever a visitor asks for, the page dials the web service; by its full name, as Windows takes names with
            # a dot for whole ones.
            - --http-override=/dial?host=petshop-webservice.default.svc.cluster.local&port=80&protocol=http&request=hostName
          ports:
            - {name: http, containerPort: 8080}
          readinessProbe:
            tcpSocket: {port: http}
            periodSeconds: 5
