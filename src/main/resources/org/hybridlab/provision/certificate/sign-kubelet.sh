# Prints a certificate for the kubelet of the machine $1, and its key.
set -e
umask 077
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
openssl req -new -newkey rsa:2048 -nodes -keyout key -subj "/O=system:nodes/CN=system:node:$1" \
    -out request 2> said || { cat said >&2; exit 1; }
printf 'keyUsage=critical,digitalSignature,keyEncipherment\nextendedKeyUsage=clientAuth\n' > extensions
openssl x509 -req -in request -CA /etc/kubernetes/pki/ca.crt -CAkey /etc/kubernetes/pki/ca.key -days 365 \
    -set_serial "0x$(openssl rand -hex 8)" -extfile extensions -out certificate 2> said ||
    { cat said >&2; exit 1; }
cat certificate key
