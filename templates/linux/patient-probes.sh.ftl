# How kubeadm changes its static pods on an interpreted machine. It has the API server, etcd and the scheduler asked for
# readiness every second, a TLS handshake each time, which keeps such a machine busy; and to be ended by a liveness
# probe and started anew takes longer than being slow.
probes() { # COMPONENT PROBE...
    local component=$1
    shift
    {
        printf 'spec:\n  containers:\n    - name: %s\n' "$component"
        printf '      %s\n' "$@"
    } > "/etc/kubernetes/patches/$component+strategic.yaml"
}
mkdir -p /etc/kubernetes/patches
startup='startupProbe: {failureThreshold: 90}'
liveness='livenessProbe: {periodSeconds: 60, failureThreshold: 30}'
readiness='readinessProbe: {periodSeconds: 30}'
for component in etcd kube-apiserver kube-scheduler; do
    probes "$component" "$startup" "$liveness" "$readiness"
done
# Has no readiness probe that could be changed.
probes kube-controller-manager "$startup" "$liveness"
