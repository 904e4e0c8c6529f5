# Arguments: the folder of patches, the settings of kubeadm, and the mark of a successful init.
set -e
# The kubelet numbers the logs of a container by its starts.
starts() {
    find /var/log/pods -regex '.*/kube-system_\(kube-apiserver\|etcd\)-.*/[0-9]+\.log' -printf '%f\n' 2> /dev/null |
        sort -n | tail -n 1 | grep -o '^[0-9]*' || echo 0
}
mkdir -p "$1"
begun=$(starts)
kubeadm init --config "$2" --skip-token-print &
init=$!
# kubeadm would try for minutes. If nothing answers, and the kubelet started the API server or etcd three times more, it
# will not serve.
while sleep 5 > /dev/null 2>&1 && kill -0 $init 2> /dev/null; do
    curl --silent --insecure --max-time 3 --output /dev/null https://127.0.0.1:6443/livez && continue
    if [ $(($(starts) - begun)) -ge 3 ]; then
        echo "The API server does not serve. It, or etcd, ends again and again:" >&2
        tail --quiet --lines 3 /var/log/pods/kube-system_kube-apiserver-*/*/*.log >&2 || true
        kill $init
    fi
done &
guard=$!
wait $init && status=0 || status=$?
kill $guard 2> /dev/null || true
[ $status = 0 ] || exit $status
# The controllers and the scheduler start once the API server serves them. Earlier ones would be refused, and try again
# after pauses of seconds. Nodes become Ready once both work.
kubeadm init phase control-plane controller-manager --config "$2"
kubeadm init phase control-plane scheduler --config "$2"
# Restarts the kubelet, which then tells the API server of the static pods at once. What it told before was refused, and
# it tries again only within a minute. The API server takes these pods once it has made their priority class.
{
    for _ in $(seq 50); do
        kubectl --kubeconfig /etc/kubernetes/admin.conf get priorityclass system-node-critical > /dev/null 2>&1 && break
        sleep 0.1
    done
    kubeadm init phase kubelet-finalize all --config "$2"
} & finalized=$!
# A process of kubeadm sends ten requests at once, and then five a second. These are the requests of a second one.
kubeadm init phase bootstrap-token --config "$2" --skip-token-print
wait $finalized
touch "$3"
