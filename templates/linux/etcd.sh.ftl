#!/bin/bash
# Runs this machine's member of etcd as a service of systemd. Runs as root, as often as you like.
#
#   etcd.sh new NAME=URL                  the first member of a new cluster
#   etcd.sh existing NAME=URL,NAME=URL... a member that the others know already
#
# A machine that has data goes on with that, whatever it is told.
set -euo pipefail
state=$1
members=$2
name=[=machine.name]
address=[=machine.address]

# The programs are in the image that every machine's box carries for control planes.
image=[=etcdImage]
view=/run/hybridlab/etcd-image
mkdir -p "$view" /etc/hybridlab
ctr --namespace k8s.io images unmount --rm "$view" > /dev/null 2>&1 || true
there=$(ctr --namespace k8s.io images list --quiet "name==$image")
if [ -z "$there" ] && [ -x /usr/local/bin/etcd ] && [ -x /usr/local/bin/etcdctl ]; then
    # A box of an older hybridlab has an image of another version.
    echo "etcd stays as it is, because this machine has no $image: $(/usr/local/bin/etcd --version | sed -n 1p)"
else
    ctr --namespace k8s.io images mount "$image" "$view" > /dev/null
    install -m 0755 "$view/usr/local/bin/etcd" "$view/usr/local/bin/etcdctl" /usr/local/bin/
    ctr --namespace k8s.io images unmount --rm "$view" > /dev/null
    rmdir "$view"
fi

# kubeadm's own certificates for etcd. It makes an authority only where none was brought, which is on the first machine.
cat > /etc/hybridlab/kubeadm-etcd.yaml <<YAML
apiVersion: kubeadm.k8s.io/v1beta4
kind: InitConfiguration
localAPIEndpoint:
  advertiseAddress: $address
nodeRegistration:
  name: $name
  criSocket: unix:///run/containerd/containerd.sock
---
apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
kubernetesVersion: [=lab.kubernetes.tag()?no_esc]
encryptionAlgorithm: ECDSA-P256
YAML
for certificate in etcd-ca etcd-server etcd-peer; do
    kubeadm init phase certs "$certificate" --config /etc/hybridlab/kubeadm-etcd.yaml
done

cat > /etc/hybridlab/etcd.yaml <<YAML
name: $name
data-dir: /var/lib/etcd
listen-client-urls: https://127.0.0.1:2379,https://$address:2379
advertise-client-urls: https://$address:2379
listen-peer-urls: https://$address:2380
initial-advertise-peer-urls: https://$address:2380
initial-cluster: $members
initial-cluster-state: $state
client-transport-security:
  trusted-ca-file: /etc/kubernetes/pki/etcd/ca.crt
  cert-file: /etc/kubernetes/pki/etcd/server.crt
  key-file: /etc/kubernetes/pki/etcd/server.key
  client-cert-auth: true
peer-transport-security:
  trusted-ca-file: /etc/kubernetes/pki/etcd/ca.crt
  cert-file: /etc/kubernetes/pki/etcd/peer.crt
  key-file: /etc/kubernetes/pki/etcd/peer.key
  client-cert-auth: true
YAML
cat > /etc/systemd/system/hybridlab-etcd.service <<'UNIT'
[Unit]
Description=etcd: keeps what the API servers know
Documentation=https://etcd.io
After=network.target
# It ends while too few of its peers are there, and must not give up on them.
StartLimitIntervalSec=0

[Service]
# It says so itself once it takes requests.
Type=notify
ExecStart=/usr/local/bin/etcd --config-file=/etc/hybridlab/etcd.yaml
Restart=always
RestartSec=2
TimeoutStartSec=infinity
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
UNIT
install -d -m 0700 /var/lib/etcd
systemctl daemon-reload
systemctl enable --quiet hybridlab-etcd
# Not waited for: it is ready only together with others.
systemctl restart --no-block hybridlab-etcd
echo "etcd starts on $name"
