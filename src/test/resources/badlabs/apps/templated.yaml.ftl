<#assign port = 30012>
apiVersion: v1
kind: Service
metadata: {name: templated}
spec:
  type: NodePort
  ports: [{port: 80, nodePort: [=port]}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchExpressions: [{key: app, operator: Exists}]}
  template:
    metadata: {labels: {app: web}}
    spec:
      nodeSelector: {kubernetes.io/os: linux}
      containers: [{name: web, image: registry.example/web:1}]
