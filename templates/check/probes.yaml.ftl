# What hybridlab's checks look from: a small web server on every Linux node, and a service in front of all of them.
apiVersion: v1
kind: Namespace
metadata:
  name: [=namespace]
  labels:
    [=label]: "true"
---
# The controller manager makes "default" in each namespace, but these pods must not wait until it runs.
apiVersion: v1
kind: ServiceAccount
metadata:
  name: probe
  namespace: [=namespace]
automountServiceAccountToken: false
<#list probes as probe>
---
apiVersion: v1
kind: Pod
metadata:
  name: [=probe.name]
  namespace: [=namespace]
  labels: {app: probe, [=label]: "true"}
spec:
  # By name, past the scheduler and its taints: each node is looked from, the control plane too.
  nodeName: [=probe.node]
  tolerations:
    - operator: Exists
  serviceAccountName: probe
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 1
  containers:
    - name: probe
      image: [=image]
      imagePullPolicy: IfNotPresent
      args: [netexec, --http-port=[=port]]
<#if shell>
      lifecycle:
        postStart:
          exec:
            # A kubelet probes a container as soon as it has started. If nothing listens yet, it pauses for a second.
            command:
              - sh
              - -c
              - for i in $(seq 50); do curl --silent --output /dev/null localhost:[=port] && break; sleep 0.02; done
</#if>
      ports:
        - {name: http, containerPort: [=port]}
      readinessProbe:
        httpGet: {path: /hostname, port: http}
        periodSeconds: 1
        timeoutSeconds: 5
</#list>
---
apiVersion: v1
kind: Service
metadata:
  name: probe
  namespace: [=namespace]
spec:
  type: NodePort
  selector: {app: probe}
  ports:
    - {port: 80, targetPort: http}
