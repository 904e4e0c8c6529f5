# What <#if flannel>flannel and </#if>kube-proxy on Windows machines may do. They get tokens of these accounts that are bound to one node;
# no Windows machine holds an administrator's kubeconfig.
<#if flannel>
apiVersion: v1
kind: ServiceAccount
metadata:
  name: flannel-windows
  namespace: kube-flannel
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: flannel-windows
rules:
  # flannel keeps each machine's lease in annotations of its node, and reads those of all others.
  - apiGroups: [""]
    resources: [nodes]
    verbs: [get, list, watch]
  - apiGroups: [""]
    resources: [nodes/status]
    verbs: [patch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: flannel-windows
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: flannel-windows
subjects:
  - kind: ServiceAccount
    name: flannel-windows
    namespace: kube-flannel
---
# RBAC knows no "own node"; the token does.
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: flannel-windows-own-node
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
      - apiGroups: [""]
        apiVersions: [v1]
        operations: [UPDATE]
        resources: [nodes/status]
  matchConditions:
    - name: flannel-on-windows
      expression: request.userInfo.username == 'system:serviceaccount:kube-flannel:flannel-windows'
  validations:
    - expression: >-
        'authentication.kubernetes.io/node-name' in request.userInfo.extra &&
        request.userInfo.extra['authentication.kubernetes.io/node-name'][0] == request.name
      message: flannel on a Windows machine may change its own node only
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: flannel-windows-own-node
spec:
  policyName: flannel-windows-own-node
  validationActions: [Deny]
---
</#if>
apiVersion: v1
kind: ServiceAccount
metadata:
  name: kube-proxy-windows
  namespace: kube-system
---
# Kubernetes' own role for kube-proxy, of the cluster's version.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: kube-proxy-windows
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: system:node-proxier
subjects:
  - kind: ServiceAccount
    name: kube-proxy-windows
    namespace: kube-system
