#!/bin/bash
# Legacy mode: what linux-setup.sh of chapter 18 did in 2020. Nobody ran it here, and as it stands
# nobody can: Kubernetes 1.18 ended in 2021, and its packages went when apt.kubernetes.io was shut (2024-03-04). Whoever has
# them elsewhere puts a templates/ch18-classic/linux-setup.sh.ftl of their own into the lab's folder. docs/explanation/windows-networking.md.
# Runs as root on every Linux machine, after prepare.sh, as often as you like.
set -euo pipefail

kubernetes=[=machine.kubernetes + "-00"]
docker=5:19.03.12~3-0~ubuntu-focal
architecture=[=machine.arch.id()]
address=[=machine.address]
export DEBIAN_FRONTEND=noninteractive

# A new Ubuntu updates itself at its first boot, and holds the lock meanwhile.
packages() {
    apt-get -q -y -o DPkg::Lock::Timeout=600 "$@"
}

# The kubelet of that time does not run beside swap, not even after a reboot.
swapoff -a
sed -i -E 's/^([^#].*[[:space:]]swap[[:space:]].*)$/# \1/' /etc/fstab

packages update
packages install apt-transport-https ca-certificates curl gnupg
curl -fsSL https://download.docker.com/linux/ubuntu/gpg | apt-key add -
echo "deb [arch=$architecture] https://download.docker.com/linux/ubuntu focal stable" > /etc/apt/sources.list.d/docker.list
curl -fsSL https://packages.cloud.google.com/apt/doc/apt-key.gpg | apt-key add -
echo "deb [arch=$architecture] https://apt.kubernetes.io/ kubernetes-xenial main" > /etc/apt/sources.list.d/kubernetes.list
packages update
<#if lab.outside.httpProxy?? || lab.outside.httpsProxy??>

# Docker pulls every image, and knows of a proxy by its unit only.
mkdir -p /etc/systemd/system/docker.service.d
printf '[Service]\nEnvironmentFile=-/etc/hybridlab/proxy.env\n' > /etc/systemd/system/docker.service.d/20-hybridlab-proxy.conf
systemctl daemon-reload

</#if>
packages install --allow-downgrades "docker-ce=$docker" "docker-ce-cli=$docker" containerd.io
packages install --allow-downgrades --allow-change-held-packages \
    "kubelet=$kubernetes" "kubeadm=$kubernetes" "kubectl=$kubernetes"
apt-mark hold docker-ce docker-ce-cli kubelet kubeadm kubectl

# flannel's packets pass the bridge.
modprobe br_netfilter
sysctl -q -w net.bridge.bridge-nf-call-iptables=1

# Where the text looks the machine's address up. It took the last address of the machine; the lab knows the right one.
echo "$address" > /tmp/ip.txt

echo "Docker and Kubernetes are installed"
