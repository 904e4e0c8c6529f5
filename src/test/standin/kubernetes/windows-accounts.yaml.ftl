<#include "/templates/kubernetes/windows-accounts.yaml.ftl">
---
# kwok logs in with the stand-in's own kubelet.conf, as which it may change this one node and its pods. The node authorizer lets nodes
# read less than kwok does when it begins: all nodes (cmd/root.go, waitForReady) and the lease, by a watch (authorizeLease).
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: stand-in-kwok
rules:
  - apiGroups: [""]
    resources: [nodes]
    verbs: [list]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: stand-in-kwok
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: stand-in-kwok}
subjects:
<#list lab.madeWindowsMachines() as machine>
  - {apiGroup: rbac.authorization.k8s.io, kind: User, name: [="system:node:" + machine.name]}
</#list>
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: stand-in-kwok
  namespace: kube-node-lease
rules:
  - apiGroups: [coordination.k8s.io]
    resources: [leases]
    resourceNames:
<#list lab.madeWindowsMachines() as machine>
      - [=machine.name]
</#list>
    verbs: [list, watch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: stand-in-kwok
  namespace: kube-node-lease
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: stand-in-kwok}
subjects:
<#list lab.madeWindowsMachines() as machine>
  - {apiGroup: rbac.authorization.k8s.io, kind: User, name: [="system:node:" + machine.name]}
</#list>
