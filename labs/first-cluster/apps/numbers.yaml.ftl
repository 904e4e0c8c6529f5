# Numbers: web asks api, by its service name, for every visitor of NodePort 30001. Open the page and you read
# {"responses":["<the pod of api that answered>"]}.
apiVersion: v1
kind: Service
metadata:
  name: numbers-api
  labels: {app: numbers}
spec:
  selector: {app: numbers, component: api}
  ports:
    - {port: 80, targetPort: http}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: numbers-api
  labels: {app: numbers, component: api}
spec:
  replicas: 1
  selector:
    matchLabels: {app: numbers, component: api}
  template:
    metadata:
      labels: {app: numbers, component: api}
    spec:
      nodeSelector:
        kubernetes.io/os: linux
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
  name: numbers-web
  labels: {app: numbers}
  annotations:
    # hybridlab's check of this app wants a pod of this Deployment named on the page.
    hybridlab.org/page-names: numbers-api
spec:
  type: NodePort
  selector: {app: numbers, component: web}
  ports:
    - {port: 80, targetPort: http, nodePort: 30001}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: numbers-web
  labels: {app: numbers, component: web}
spec:
  replicas: 1
  selector:
    matchLabels: {app: numbers, component: web}
  template:
    metadata:
      labels: {app: numbers, component: web}
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
            # Whatever a visitor asks for, web dials api.
            - --http-override=/dial?host=numbers-api&port=80&protocol=http&request=hostName
          ports:
            - {name: http, containerPort: 8080}
          # Not by HTTP: that would ask api, and a web without api is still ready to say so.
          readinessProbe:
            tcpSocket: {port: http}
            periodSeconds: 2
