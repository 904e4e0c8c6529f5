# Prints the static pods without a manifest. Members of etcd that lack this key are elsewhere.
lost() {
    etcd=etcd
    [ -e /etc/kubernetes/pki/etcd/ca.key ] || etcd=
    for one in $etcd kube-apiserver kube-controller-manager kube-scheduler; do
        [ -s /etc/kubernetes/manifests/$one.yaml ] || echo $one
    done
}
