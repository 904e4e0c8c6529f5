# How kwok plays the nodes of simulated machines and the pods that the scheduler puts there. What stands between double
# braces is kwok's, filled in with the object as the API server has it.
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata:
  name: node-becomes-ready
spec:
  resourceRef: {apiGroup: v1, kind: Node}
  selector:
    matchExpressions:
      - {key: '.status.conditions.[] | select( .type == "Ready" ) | .status', operator: NotIn, values: ["True"]}
  next:
    statusTemplate: |
      {{ $now := Now }}
      {{ $of := .metadata.annotations }}
      phase: Running
      addresses:
        - {type: InternalIP, address: {{ index $of "hybridlab.org/address" | Quote }}}
        - {type: Hostname, address: {{ .metadata.name | Quote }}}
      capacity: &size
        cpu: {{ index $of "hybridlab.org/cpus" | Quote }}
        memory: {{ index $of "hybridlab.org/memory" | Quote }}
        pods: "110"
      allocatable: *size
      conditions:
        - type: Ready
          status: "True"
          reason: Simulated
          message: simulated by kwok, nothing runs here
          lastHeartbeatTime: {{ $now | Quote }}
          lastTransitionTime: {{ $now | Quote }}
      nodeInfo:
        operatingSystem: windows
        architecture: {{ index .metadata.labels "kubernetes.io/arch" | Quote }}
        osImage: {{ index $of "hybridlab.org/windows" | Quote }}
        kernelVersion: {{ index .metadata.labels "node.kubernetes.io/windows-build" | Quote }}
        kubeletVersion: {{ index $of "hybridlab.org/kubelet" | Quote }}
        kubeProxyVersion: ""
        containerRuntimeVersion: simulated
        machineID: ""
        systemUUID: ""
        bootID: ""
---
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata:
  name: pod-becomes-ready
spec:
  resourceRef: {apiGroup: v1, kind: Pod}
  selector:
    matchExpressions:
      - {key: .metadata.deletionTimestamp, operator: DoesNotExist}
      - {key: .status.phase, operator: NotIn, values: [Succeeded, Failed]}
      # Also once more after its node was away for a while: the controller manager then says that it is not ready.
      - {key: '.status.conditions.[] | select( .type == "Ready" ) | .status', operator: NotIn, values: ["True"]}
  next:
    # kubectl shows the reason in the column of states.
    statusTemplate: |
      {{ $now := Now }}
      {{ $onHost := or .spec.hostNetwork false }}
      phase: Running
      reason: Simulated
      message: simulated by kwok, nothing runs here
      startTime: {{ $now | Quote }}
      {{ with NodeIPWith .spec.nodeName }}
      hostIP: {{ . | Quote }}
      {{ end }}
      {{ with PodIPWith .spec.nodeName $onHost ( or .metadata.uid "" ) ( or .metadata.name "" ) ( or .metadata.namespace "" ) }}
      podIP: {{ . | Quote }}
      podIPs:
        - ip: {{ . | Quote }}
      {{ end }}
      conditions:
        - {type: Initialized, status: "True", lastTransitionTime: {{ $now | Quote }}}
        - {type: ContainersReady, status: "True", lastTransitionTime: {{ $now | Quote }}}
        - {type: Ready, status: "True", lastTransitionTime: {{ $now | Quote }}}
      containerStatuses:
        {{ range .spec.containers }}
        - name: {{ .name | Quote }}
          image: {{ .image | Quote }}
          imageID: ""
          ready: true
          started: true
          restartCount: 0
          state: {running: {startedAt: {{ $now | Quote }}}}
        {{ end }}
---
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata:
  name: pod-goes-away
spec:
  resourceRef: {apiGroup: v1, kind: Pod}
  selector:
    matchExpressions:
      - {key: .metadata.deletionTimestamp, operator: Exists}
  next:
    delete: true
