# Arguments: the addresses of etcd, and the file that says that a change is under way. A file that is renamed is never
# missing; the kubelet restarts the API server.
set -e
cd /etc/kubernetes
touch "$2"
cp -p manifests/kube-apiserver.yaml hybridlab-kube-apiserver.yaml
sed -i "s|^\( *- --etcd-servers=\).*|\1$1|" hybridlab-kube-apiserver.yaml
grep -q -- "--etcd-servers=$1\$" hybridlab-kube-apiserver.yaml
mv hybridlab-kube-apiserver.yaml manifests/kube-apiserver.yaml
