# A node is what these make of the machine. The kubelet's settings come from kubeadm, which starts it first.
services=(containerd)
if [ -e /etc/kubernetes/kubelet.conf ]; then services+=(kubelet); fi
for service in "${services[@]}"; do
    if ! systemctl --quiet is-enabled "$service" 2>/dev/null; then systemctl --quiet enable "$service"; fi
    if ! systemctl --quiet is-active "$service"; then
        # One that ended too often in a row would not be started again.
        systemctl reset-failed "$service" 2>/dev/null || true
        systemctl start "$service"
    fi
done
