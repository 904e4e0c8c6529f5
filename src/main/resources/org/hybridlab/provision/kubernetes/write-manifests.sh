# Writes the manifests that are lost, by the settings of kubeadm in $1. Needs lost-manifests.sh. Those that are there
# may be as a user wants them, and tell the version: after an upgrade that was cut off, programs and pods differ.
set -e
umask 077
lost=$(lost)
cd /etc/kubernetes
if [ ! -e admin.conf ] || [ ! -e pki/ca.crt ]; then
    echo '/etc/kubernetes lacks its certificates, too: somebody reset the machine' >&2; exit 1
fi
case " $lost" in *etcd*) if [ ! -e /var/lib/etcd/member ]; then
    echo '/var/lib/etcd lacks the data of etcd, too: a new one would be empty' >&2; exit 1
fi ;; esac
version=$(sed -n 's/^ *image: .*kube-[a-z-]*:\(v[0-9.]*\).*/\1/p' manifests/kube-*.yaml | sort -V \
    | tail -n 1)
settings=/run/hybridlab/manifests.yaml
mkdir -p /run/hybridlab
sed ${version:+-e "s/^kubernetesVersion: .*/kubernetesVersion: $version/"} -e '' "$1" > $settings
for one in $lost; do
    echo "/etc/kubernetes/manifests has no $one.yaml: kubeadm writes it again"
    phase="control-plane ${one#kube-}"
    [ $one != etcd ] || phase='etcd local'
    kubeadm init phase $phase --config $settings
done
rm $settings
