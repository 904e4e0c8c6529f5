# kubeadm starts the kubelet first.
services=containerd
if [ -e /etc/kubernetes/kubelet.conf ]; then services="$services kubelet"; fi
for service in $services; do
    enabled=$(systemctl is-enabled $service 2>&1)
    active=$(systemctl is-active $service 2>&1)
    [ "$enabled $active" = 'enabled active' ] || echo "its $service is $enabled and $active"
done
