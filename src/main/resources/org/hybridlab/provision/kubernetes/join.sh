# Arguments: the fingerprint of the cluster's authority, the folder of patches, the settings of kubeadm, how a kubelet
# begins when it gets no certificate, and the file that says which cluster was joined.
# The machine writes that file, since the caller may be gone by then. kubeadm waits minutes for a kubelet whose
# certificate request is refused; the kubelet's log tells at once. A busy API server refuses for seconds what it allows
# afterwards. The kubelet tries again after 2, 4 and 8 s: the fourth refusal counts.
mkdir -p "$2" && begun=$(date +%s) || exit
kubeadm join --config "$3" & join=$!
while sleep 2 > /dev/null 2>&1; do
  journalctl --quiet --unit kubelet --since "@$begun" 2> /dev/null |
    awk -v refusal="$4.*(forbidden|denied|Unauthorized)" '$0 ~ refusal && ++n == 4 { print; refused = 1 }
      END { exit !refused }' && kill $join && break
done & watch=$!
wait $join; code=$?; kill $watch 2> /dev/null
[ $code = 0 ] && printf %s "$1" > "$5"; exit $code
