# How kubeadm changes its static pods.
probes() { # COMPONENT PROBE...
    local component=$1
    shift
    {
        printf 'spec:\n  containers:\n    - name: %s\n' "$component"
        printf '      %s\n' "$@"
    } > "/etc/kubernetes/patches/$component+strategic.yaml"
}
mkdir -p /etc/kubernetes/patches
<#if emulated>
# kubeadm has the API server, etcd and the scheduler asked for readiness every second, a TLS handshake each time, which
# keeps an interpreted machine busy; and a restart by a liveness probe takes longer than being slow.
startup='startupProbe: {failureThreshold: 90}'
liveness='livenessProbe: {periodSeconds: 60, failureThreshold: 30}'
readiness='readinessProbe: {periodSeconds: 30}'
<#else>
# kubeadm has them looked at for the first time after 10 s, and then every 10 s, so that a pod which runs counts as not
# ready for up to 20 s. Once it is ready it is asked every second, on which an idle machine spends much of its time. A
# kubelet that has just started waits for a random part of the period, so that a long one delays a reset.
startup='startupProbe: {initialDelaySeconds: 0, periodSeconds: 1, failureThreshold: 300}'
liveness='livenessProbe: {periodSeconds: 10}'
readiness='readinessProbe: {periodSeconds: 3}'
</#if>
for component in etcd kube-apiserver kube-scheduler; do
    probes "$component" "$startup" "$liveness" "$readiness"
done
<#if !emulated>
# Told to end, it takes no new requests, and waits for watches that only its clients end. The kubelet kills it after
# 30 s by default, in which there is no API.
echo '  terminationGracePeriodSeconds: 5' >> /etc/kubernetes/patches/kube-apiserver+strategic.yaml
</#if>
# Has no readiness probe that could be changed.
probes kube-controller-manager "$startup" "$liveness"
