# /var/lib/rancher/rke2/server/manifests/rke2-flannel-config.yaml of each server: what flannel on Windows wants on all machines.
apiVersion: helm.cattle.io/v1
kind: HelmChartConfig
metadata:
  name: rke2-flannel
  namespace: kube-system
spec:
  valuesContent: |-
    flannel:
      backend: vxlan
      vni: [=lab.network.vni]
      backendPort: [=lab.network.port]
