# Arguments: the file that says that a renewal is under way, a label for static pods, and settings of kubeadm.
# The kubelet restarts a static pod when its manifest changes. kubeadm's documentation moves the manifest out of the
# folder and back: cut off in between, that would leave a machine without a control plane. A file that is renamed into
# its place is never missing. Prints the names of the pods, and the process of the API server.
# Without settings kubeadm asks the API server for them. Where that one is silent, it renews by its defaults, and wants
# the keys of an etcd on the machine. It takes names and addresses from the earlier certificates, so the settings of the
# first control plane are right for all.
set -e
cd /etc/kubernetes
touch "$1"
kubeadm certs renew all --config "$3" >&2
echo "process $(pgrep -x kube-apiserver | tr '\n' ' ')"
stamp=$(date -u +%Y%m%dT%H%M%SZ)
for pod in etcd kube-apiserver kube-controller-manager kube-scheduler; do
    [ -e manifests/$pod.yaml ] || continue
    cp -p manifests/$pod.yaml hybridlab-$pod.yaml
    sed -i -e '\,^    '"$2"': ,d' -e "0,/^  labels:/s,^  labels:,&\n    $2: '$stamp'," hybridlab-$pod.yaml
    grep -q "$2: '$stamp'" hybridlab-$pod.yaml
    mv hybridlab-$pod.yaml manifests/$pod.yaml
    echo "restarts $pod $stamp"
done
rm "$1" "$3"
