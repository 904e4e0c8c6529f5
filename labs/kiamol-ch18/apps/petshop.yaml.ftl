# The pet shop: a Windows application in three parts. The web page on NodePort 30002 asks the web service, which takes the
# password of its database from a Secret in a volume. The chapter's own images are made for Windows Server 2019 only; these
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
          ports:
            - {name: sql, containerPort: 1433}
          readinessProbe:
            tcpSocket: {port: sql}
            periodSeconds: 5
          volumeMounts:
            - {name: password, mountPath: "C:/petshop/secrets", readOnly: true}
      volumes:
        - name: password
          secret: {secretName: petshop-db}
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
          args: [netexec, --http-port=8080]
          ports:
            - {name: http, containerPort: 8080}
          readinessProbe:
            httpGet: {path: /hostname, port: http}
            periodSeconds: 5
---
apiVersion: v1
kind: Service
metadata:
  name: petshop-web
  labels: {app: petshop}
  annotations:
    # hybridlab's check of this app wants a pod of this Deployment named on the page.
    hybridlab.org/page-names: petshop-webservice
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
