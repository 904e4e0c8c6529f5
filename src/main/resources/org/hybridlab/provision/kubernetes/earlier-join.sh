k=/etc/kubernetes
echo begin
[ ! -e "$1" ] || echo "marker $(cat "$1")"
[ ! -e $k/kubelet.conf ] || echo "kubelet $(sed -n 's/^ *certificate-authority-data: *//p' $k/kubelet.conf)"
for file in $k/bootstrap-kubelet.conf $k/pki/ca.crt $k/manifests/*.yaml /var/lib/etcd/member; do
    [ ! -e "$file" ] || echo "left $file"
done
echo end
