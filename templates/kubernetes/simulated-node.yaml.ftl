# [=machine.name?no_esc] is simulated: there is this node, and no machine. kwok plays its kubelet, see kwok-stages.yaml.
apiVersion: v1
kind: Node
metadata:
  name: [=machine.name]
  annotations:
    # kwok looks after nodes with this annotation only.
    kwok.x-k8s.io/node: fake
    hybridlab.org/address: "[=machine.address?no_esc]"
    hybridlab.org/cpus: "[=machine.cpus]"
    hybridlab.org/memory: "[=machine.memoryMiB]Mi"
    hybridlab.org/windows: [=build.title() + ", simulated"]
    hybridlab.org/kubelet: "v[=machine.kubernetes?no_esc]+simulated"
  labels:
    kubernetes.io/arch: [=machine.arch.id()]
    kubernetes.io/os: windows
    kubernetes.io/hostname: [=machine.name]
    node.kubernetes.io/windows-build: [=build.label()]
    hybridlab.org/lab: [=lab.name]
    # kubectl shows it in the column of roles.
    node-role.kubernetes.io/simulated: ""
<#list machine.node.labels as key, value>
    [=key]: [=value]
</#list>
<#if machine.node.taints?has_content>
spec:
  taints:
<#list machine.node.taints as taint>
    - {key: [=taint.key], value: [=taint.value], effect: [=taint.effect]}
</#list>
</#if>
