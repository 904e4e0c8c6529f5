# What kwok may do, which plays the nodes of simulated machines: nothing but what a kubelet reports of a node and its
# pods. Events are how it says that it started something.
apiVersion: v1
kind: ServiceAccount
metadata:
  name: hybridlab-kwok
  namespace: kube-system
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: hybridlab-kwok
rules:
  - apiGroups: [""]
    resources: [nodes]
    verbs: [get, list, watch]
  - apiGroups: [""]
    resources: [pods]
    verbs: [get, list, watch, delete]
  - apiGroups: [""]
    resources: [nodes/status, pods/status]
    verbs: [patch, update]
  - apiGroups: ["", events.k8s.io]
    resources: [events]
    verbs: [create, patch, update]
  - apiGroups: [coordination.k8s.io]
    resources: [leases]
    verbs: [get, list, watch, create, patch, update]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: hybridlab-kwok
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: hybridlab-kwok
subjects:
  - kind: ServiceAccount
    name: hybridlab-kwok
    namespace: kube-system
