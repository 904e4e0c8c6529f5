k=/etc/kubernetes
echo begin
[ ! -e "$1" ] || echo initialised
[ ! -e $k/admin.conf ] || [ ! -e $k/pki/ca.crt ] || echo "authority $(base64 -w0 $k/pki/ca.crt)"
for file in $k/admin.conf $k/manifests/*.yaml; do [ ! -e "$file" ] || echo "left $file"; done
[ ! -e /var/lib/etcd/member ] || echo data
echo end
