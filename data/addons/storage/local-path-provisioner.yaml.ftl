# The storage provisioner: it makes a folder for each claim, on the machine that the scheduler chose for the claim's pod.
apiVersion: v1
kind: Namespace
metadata:
  name: local-path-storage
---
<#-- An app's own class of this name, or its own default class, counts. -->
<#if !storageClasses["standard"]??>
# Claims are bound once a pod needs them, as the volume is on that pod's machine.
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: standard
  annotations:
    storageclass.kubernetes.io/is-default-class: [=storageClasses?values?seq_contains(true)?then("false", "true")]
provisioner: rancher.io/local-path
volumeBindingMode: WaitForFirstConsumer
reclaimPolicy: Delete
---
</#if>
apiVersion: v1
kind: ServiceAccount
metadata:
  name: local-path-provisioner
  namespace: local-path-storage
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: local-path-provisioner
rules:
  - apiGroups: [""]
    resources: [nodes, persistentvolumeclaims]
    verbs: [get, list, watch]
  - apiGroups: [""]
    resources: [persistentvolumes]
    verbs: [get, list, watch, create, patch, update, delete]
  - apiGroups: ["", events.k8s.io]
    resources: [events]
    verbs: [create, patch]
  - apiGroups: [storage.k8s.io]
    resources: [storageclasses]
    verbs: [get, list, watch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: local-path-provisioner
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: local-path-provisioner
subjects:
  - kind: ServiceAccount
    name: local-path-provisioner
    namespace: local-path-storage
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: local-path-provisioner
  namespace: local-path-storage
rules:
  - apiGroups: [""]
    resources: [pods]
    verbs: [get, create, delete]
  - apiGroups: [""]
    resources: [pods/log, configmaps]
    verbs: [get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: local-path-provisioner
  namespace: local-path-storage
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: local-path-provisioner
subjects:
  - kind: ServiceAccount
    name: local-path-provisioner
    namespace: local-path-storage
---
# It runs a pod on the volume's machine to make the folder, and another one to remove it.
apiVersion: v1
kind: ConfigMap
metadata:
  name: local-path-config
  namespace: local-path-storage
data:
  # Snapshots hold the kubelet's folder, and on docker it is a volume.
  config.json: |
    {"nodePathMap": [{"node": "DEFAULT_PATH_FOR_NON_LISTED_NODES", "paths": ["/var/lib/kubelet/storage"]}]}
  setup: mkdir -m 0777 -p "$VOL_DIR"
  teardown: rm -rf "$VOL_DIR"
  helperPod.yaml: |
    apiVersion: v1
    kind: Pod
    metadata:
      name: helper
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 0
      containers:
        - name: helper-pod
          # It has sh, mkdir and rm, and every machine has it.
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          securityContext:
            allowPrivilegeEscalation: false
            # Folders belong to whom their pods run as.
            capabilities: {drop: [ALL], add: [DAC_OVERRIDE, FOWNER]}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: local-path-provisioner
  namespace: local-path-storage
  labels: {app: local-path-provisioner}
spec:
  replicas: 1
  strategy: {type: Recreate}
  selector:
    matchLabels: {app: local-path-provisioner}
  template:
    metadata:
      labels: {app: local-path-provisioner}
    spec:
      serviceAccountName: local-path-provisioner
      enableServiceLinks: false
      priorityClassName: system-cluster-critical
      # Its API server is this machine's.
      nodeSelector:
        kubernetes.io/hostname: [=controlPlane.name()]
      tolerations:
        - {key: node-role.kubernetes.io/control-plane, operator: Exists, effect: NoSchedule}
      containers:
        - name: local-path-provisioner
          # Only what is below the program; the program itself is the machine's.
          image: [=agnhostImage]
          imagePullPolicy: IfNotPresent
          # After a boot it is earlier than the API server and kube-proxy. It would end, and start again 10 s later.
          command:
            - sh
            - -c
            - >-
              until curl -skfo /dev/null https://$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT/readyz;
              do sleep 0.2; done; exec /local-path-provisioner start
          env:
            - {name: KUBERNETES_SERVICE_HOST, value: [=controlPlane.address()]}
            - {name: KUBERNETES_SERVICE_PORT, value: "6443"}
            - name: POD_NAMESPACE
              valueFrom:
                fieldRef: {fieldPath: metadata.namespace}
            - {name: SERVICE_ACCOUNT_NAME, value: local-path-provisioner}
          resources:
            requests: {cpu: 10m, memory: 20Mi}
          securityContext:
            runAsNonRoot: true
            runAsUser: 1000
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: {drop: [ALL]}
          volumeMounts:
            - {name: program, mountPath: /local-path-provisioner, readOnly: true}
      volumes:
        - name: program
          hostPath: {path: /usr/local/lib/hybridlab/local-path-provisioner, type: File}
