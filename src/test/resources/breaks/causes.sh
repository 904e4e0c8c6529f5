# How objects of a cluster are broken. A line that begins with three of these signs has the ids of the findings, and says
# what is broken; its commands follow. What is before the first is for all. The namespace causes is theirs.
set -e
image=$(kubectl get deployment numbers-web -o 'jsonpath={.spec.template.spec.containers[0].image}')

namespace() {
    kubectl create namespace causes
    until kubectl -n causes get serviceaccount default > /dev/null 2>&1; do sleep 0.2; done
}

# The Deployment web. $1: more of its pods, $2: more of their container
app() {
    kubectl get namespace causes > /dev/null 2>&1 || namespace
    kubectl apply -f - <<EOF
{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "causes"}, "spec": {
  "selector": {"matchLabels": {"app": "web"}}, "template": {"metadata": {"labels": {"app": "web"}}, "spec": {
    "terminationGracePeriodSeconds": 1${1:+, $1},
    "containers": [{"name": "web", "image": "$image", "args": ["pause"]${2:+, $2}}]}}}}
EOF
}

# The same, once its pod is ready.
ready_app() {
    app "$@"
    kubectl -n causes rollout status deployment/web --timeout=90s
}

# $1: what is other in the container of the app that is ready
changed() {
    ready_app
    kubectl -n causes patch deployment web -p "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"web\",$1}]}}}}"
}

# $1: kind and name, $2: the namespace, if it has one; it goes once nothing holds it
held() {
    kubectl ${2:+-n "$2"} patch "$1" --type=merge -p '{"metadata":{"finalizers":["example.org/held"]}}'
}

# $1: whom to ask, before pods of the namespace causes are made
webhook() {
    kubectl apply -f - <<EOF
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: causes}
webhooks:
- name: guard.example.org
  clientConfig: $1
  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: causes}}
  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
  sideEffects: None
  timeoutSeconds: 1
  admissionReviewVersions: [v1]
EOF
}
### dns-scaled-to-zero: CoreDNS is scaled to 0
kubectl -n kube-system scale deployment coredns --replicas=0
### node-cordoned: a node is cordoned
kubectl cordon node
### node-taint-foreign: a node has a taint that the lab file does not state
kubectl taint node node team=blue:NoSchedule
### node-missing: a node is deleted
kubectl delete node node
### webhook-not-answering: a webhook's service does not exist
webhook '{service: {namespace: causes, name: guard}}'
app
### webhook-not-answering: nothing answers at a webhook's address
webhook '{url: "https://127.0.0.1:9/guard"}'
app
### webhook-not-answering: a webhook that blocks everything does not answer
kubectl apply -f src/test/resources/foreign/webhook.yaml
### admission-policy-denies: an admission policy denies all pods
namespace
kubectl apply -f - <<EOF
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: causes}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
  validations: [{expression: "false"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: no-pods-in-causes}
spec:
  policyName: causes
  validationActions: [Deny]
  matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: causes}}}
EOF
while kubectl -n causes run early --image=$image --dry-run=server > /dev/null 2>&1; do sleep 0.2; done
app
### api-service-unavailable: the service behind an APIService does not exist
kubectl apply -f - <<EOF
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.example.org}
spec:
  group: example.org
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
  service: {namespace: default, name: none}
EOF
### object-held-by-finalizer: a finalizer holds a ConfigMap
namespace
kubectl -n causes create configmap kept
held configmap/kept causes
kubectl -n causes delete configmap kept --wait=false
### object-held-by-finalizer: a finalizer holds a namespace that is deleted
namespace
kubectl -n causes create secret generic kept
held secret/kept causes
kubectl delete namespace causes --wait=false
### object-held-by-finalizer: a finalizer holds a custom resource whose definition is deleted
namespace
kubectl apply -f - <<EOF
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Gadget, plural: gadgets, singular: gadget}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
EOF
kubectl wait --for condition=established crd/gadgets.example.org --timeout=30s
printf 'apiVersion: example.org/v1\nkind: Gadget\nmetadata: {name: kept, namespace: causes}\n' | kubectl apply -f -
held gadget/kept causes
kubectl delete crd gadgets.example.org --wait=false
### cluster-object-held-by-finalizer: a finalizer holds a PersistentVolume
kubectl apply -f - <<EOF
apiVersion: v1
kind: PersistentVolume
metadata: {name: kept}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  hostPath: {path: /var/lib/kept}
EOF
held persistentvolume/kept
kubectl delete persistentvolume kept --wait=false
### addon-needs-missing: the rights of kube-proxy are deleted
kubectl delete clusterrolebinding kubeadm:node-proxier
### addon-needs-missing: the ConfigMap of kube-proxy is deleted
kubectl -n kube-system delete configmap kube-proxy
### addon-needs-missing: the ConfigMap of CoreDNS is deleted
kubectl -n kube-system delete configmap coredns
### addon-account-missing: the account of CoreDNS is deleted
kubectl -n kube-system delete serviceaccount coredns
### app-object-missing: a service of an app is deleted
kubectl delete service numbers-web
### addon-missing: kube-proxy is deleted
kubectl -n kube-system delete daemonset kube-proxy
### addon-missing: flannel is deleted
kubectl -n kube-flannel delete daemonset kube-flannel-ds
### system-node-selector: kube-proxy asks for a label that no node has
kubectl -n kube-system patch daemonset kube-proxy -p '{"spec":{"template":{"spec":{"nodeSelector":{"team":"blue"}}}}}'
### dns-service-missing: the service of the cluster's DNS is deleted
kubectl -n kube-system delete service kube-dns
### dns-service-address-differs: the service of the cluster's DNS has another address
kubectl -n kube-system delete service kube-dns
kubectl -n kube-system expose deployment coredns --name=kube-dns --port=53 --protocol=UDP --cluster-ip=10.96.0.77
### dns-config-broken: CoreDNS has a Corefile that it cannot read
kubectl -n kube-system patch configmap coredns --type=merge -p '{"data":{"Corefile":".:53 { nonsense }"}}'
kubectl -n kube-system delete pod -l k8s-app=kube-dns --wait=false
### pod-network-needs-missing: the ConfigMap of flannel is deleted
kubectl -n kube-flannel delete configmap kube-flannel-cfg
### pod-network-needs-missing: the rights of flannel are deleted
kubectl delete clusterrole flannel
### pod-network-settings-differ: flannel's network is not that of the pods
kubectl -n kube-flannel get configmap kube-flannel-cfg -o json | sed s/10.244.0.0/10.99.0.0/ | kubectl replace -f -
### flannel-network-differs: the same, and flannel has read it
kubectl -n kube-flannel get configmap kube-flannel-cfg -o json | sed s/10.244.0.0/10.99.0.0/ | kubectl replace -f -
kubectl -n kube-flannel delete pod --field-selector spec.nodeName=node --wait=false
### flannel-config-broken: flannel has a configuration that it cannot read
kubectl -n kube-flannel patch configmap kube-flannel-cfg --type=merge -p '{"data":{"net-conf.json":"{ nonsense"}}'
kubectl -n kube-flannel delete pod --field-selector spec.nodeName=node --wait=false
### join-needs-missing: what machines need to join is deleted
kubectl -n kube-system delete configmap kubeadm-config
kubectl delete clusterrole kubeadm:get-nodes
### quota-exceeded: a quota allows no pods
namespace
kubectl -n causes create quota small --hard=pods=0
app
### limit-range-refuses: a LimitRange allows less than a pod asks for
namespace
kubectl apply -f - <<EOF
apiVersion: v1
kind: LimitRange
metadata: {name: small, namespace: causes}
spec: {limits: [{type: Container, max: {memory: 16Mi}}]}
EOF
app '' '"resources": {"limits": {"memory": "32Mi"}}'
### pod-security-forbids: the namespace forbids what the pod asks for
namespace
kubectl label namespace causes pod-security.kubernetes.io/enforce=restricted
app
### service-account-missing: a ServiceAccount is missing
app '"serviceAccountName": "robot"'
### priority-class-missing: a PriorityClass is missing
app '"priorityClassName": "urgent-work"'
### runtime-class-missing: a RuntimeClass is missing
app '"runtimeClassName": "gvisor"'
### pod-config-missing: a ConfigMap is missing
app '"volumes": [{"name": "settings", "configMap": {"name": "settings"}}]' \
    '"volumeMounts": [{"name": "settings", "mountPath": "/settings"}]'
### pod-secret-missing: a Secret is missing
app '' '"envFrom": [{"secretRef": {"name": "login"}}]'
### pod-node-label-missing: a node selector matches no node
app '"nodeSelector": {"disk": "ssd"}'
### scheduler-name-unknown: a pod names a scheduler that does not run
app '"schedulerName": "mine"'
### pod-scheduling-gated: a pod has a scheduling gate
app '"schedulingGates": [{"name": "example.org/later"}]'
### image-registry-unreachable, rollout-stuck: an image's registry does not answer
changed '"image":"127.0.0.1:9/none:1"'
### image-never-pulled, rollout-stuck: an image is missing and is never pulled
changed '"image":"registry.k8s.io/none:1","imagePullPolicy":"Never"'
### container-command-missing, rollout-stuck: a command is not in the image
changed '"command":["/no/such/program"]'
### revision-ends: a container ends again and again
changed '"args":["no-such-command"]'
### probe-fails, rollout-stuck: a readiness probe fails
changed '"readinessProbe":{"tcpSocket":{"port":9},"periodSeconds":1}'
### node-room-missing, rollout-stuck: a pod asks for more memory than any node has
changed '"resources":{"requests":{"memory":"500Gi"}}'
### rollout-paused: a rollout is paused
ready_app
kubectl -n causes rollout pause deployment/web
kubectl -n causes set env deployment/web COLOR=blue
### drain-blocked-by-budget, node-cordoned: a disruption budget keeps a pod on a cordoned node
ready_app
kubectl -n causes create poddisruptionbudget web --selector=app=web --min-available=1
kubectl cordon node
### service-selector-changed: a service of the lab selects no pod
kubectl patch service numbers-api -p '{"spec":{"selector":{"app":"nobody"}}}'
### service-selects-nothing: a service selects no pod
ready_app
kubectl -n causes create service clusterip web --tcp=80:8080
kubectl -n causes set selector service web app=wbe
### service-target-port-unknown: a service names a port that its pods do not have
ready_app '' '"ports": [{"name": "http", "containerPort": 8080}]'
kubectl -n causes create service clusterip web --tcp=80:website
### load-balancer-pending: a service waits for a load balancer
ready_app
kubectl -n causes create service loadbalancer web --tcp=80:8080
### volume-claim-without-class: a claim has no StorageClass
namespace
kubectl apply -f - <<EOF
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: causes}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
EOF
app '"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]' \
    '"volumeMounts": [{"name": "data", "mountPath": "/data"}]'
### certificate-request-waiting: a request for a certificate waits
kubectl apply -f - <<EOF
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: ann}
spec:
  signerName: kubernetes.io/kube-apiserver-client
  usages: [client auth]
  request: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlISk1IQUNBUUF3RGpFTU1Bb0dBMVVFQXd3RFlXNXVNRmt3RXdZSEtvWkl6ajBDQVFZSUtvWkl6ajBEQVFjRApRZ0FFODdiRDIzWFgxRjJnbmUvVWRhZ1M4TVhaaVkxcmtGNTVnOUVlQUhrNWhHWmdwSHBna1dKK2VOK3lHZDA4CjQrOWZjMWV4cktRbC9YNVg2TzlUV3pYRktxQUFNQW9HQ0NxR1NNNDlCQU1DQTBrQU1FWUNJUUNseHA0RnlSSVAKOGVraHF4djd4RkF6elRHbFI1bUk2aVZ6dEFnZHgwMzBlQUloQU1PdGdTaXdNSkJFemhVR2t2bXZJZlVBZHlUYgpLYStITUVPcHlIM0tzQk9UCi0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=
EOF
### network-policy-without-effect: a NetworkPolicy refuses what the pod network lets through
namespace
kubectl apply -f - <<EOF
{"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "deny", "namespace": "causes"},
  "spec": {"podSelector": {}}}
EOF
### administrator-rights-lost: the administrators' ClusterRoleBinding is deleted
kubectl delete clusterrolebinding kubeadm:cluster-admins
