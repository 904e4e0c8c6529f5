# A pod on every Linux node that answers at two ports, and a policy that opens one of them.
apiVersion: v1
kind: Namespace
metadata:
  name: [=namespace]
  labels:
    [=label]: "true"
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: probe
  namespace: [=namespace]
automountServiceAccountToken: false
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: one-port
  namespace: [=namespace]
spec:
  podSelector: {}
  policyTypes: [Ingress]
  ingress:
    - ports:
        - {port: [=port]}
<#list probes as probe>
---
apiVersion: v1
kind: Pod
metadata:
  name: [=probe.name]
  namespace: [=namespace]
  labels: {app: probe, [=label]: "true"}
spec:
  nodeName: [=probe.node]
  tolerations:
    - operator: Exists
  serviceAccountName: probe
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 1
  containers:
    - name: open
      image: [=image]
      imagePullPolicy: IfNotPresent
      args: [netexec, --http-port=[=port]]
      readinessProbe:
        httpGet: {path: /hostname, port: [=port]}
        periodSeconds: 1
        timeoutSeconds: 5
    - name: closed
      image: [=image]
      imagePullPolicy: IfNotPresent
      args: [netexec, --http-port=8082, --udp-port=8083]
      # From its own node it answers: kubelets probe from there.
      readinessProbe:
        httpGet: {path: /hostname, port: 8082}
        periodSeconds: 1
        timeoutSeconds: 5
</#list>
