# Arguments: the folder of patches, the settings of kubeadm, and the mark of a successful init.
set -e
mkdir -p "$1"
kubeadm init --config "$2" --skip-token-print
# The controllers and the scheduler start once the API server serves them. Earlier ones would be refused, and try again
# after pauses of seconds. Nodes become Ready once both work.
kubeadm init phase control-plane controller-manager --config "$2"
kubeadm init phase control-plane scheduler --config "$2"
# A process of kubeadm sends ten requests at once, and then five a second. These are the requests of a second one.
kubeadm init phase bootstrap-token --config "$2" --skip-token-print
# As the phase kubelet-finalize does: the kubelet renews this certificate, and not the one that kubeadm made.
certificate=/var/lib/kubelet/pki/kubelet-client-current.pem
[ ! -e $certificate ] ||
    sed -i -E "s#client-(certificate|key)-data: .*#client-\1: $certificate#" /etc/kubernetes/kubelet.conf
touch "$3"
