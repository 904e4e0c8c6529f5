# Makes the root file system of a machine in $tree from Debian packages and the bundle. Included by docker.sh.ftl and
# libvirt.sh.ftl; runs as root, in a mount namespace of its own, so that nothing stays mounted however it ends.
work=[=work]
tree=$work/tree
containerd_pid=

clean_up() {
    if [ -n "$containerd_pid" ]; then
        kill "$containerd_pid" 2>/dev/null || true
        wait "$containerd_pid" 2>/dev/null || true
    fi
    rm -rf "$tree" "$work/containerd" "$work/stderr" "$work"/*.raw
}
# Both docker and containerd say things that are true and help nobody here; what they say counts if they fail.
quietly() {
    "$@" 2> "$work/stderr" || {
        cat "$work/stderr" >&2
        return 1
    }
}
trap clean_up EXIT
trap 'exit 130' INT TERM

rm -rf "$tree" "$work/containerd"
mkdir -m 0755 "$tree"
echo "unpacking Debian"
tar -C "$tree" -xpf [=debian] --numeric-owner

# --- every machine
chroot "$tree" useradd --create-home --shell /bin/bash vagrant
cp -r "$work/files/." "$tree"
chmod 0755 "$tree"/usr/local/lib/hybridlab/*
chmod 0440 "$tree/etc/sudoers.d/vagrant"
# In there is Vagrant's public insecure key: the product takes it out as soon as the lab's own key is in.
chmod 0700 "$tree/home/vagrant/.ssh"
chmod 0600 "$tree/home/vagrant/.ssh/authorized_keys"
chroot "$tree" chown -R vagrant:vagrant /home/vagrant
# No two machines share these: they are made at the first boot.
rm -f "$tree"/etc/ssh/ssh_host_* "$tree/var/lib/dbus/machine-id"
: > "$tree/etc/machine-id"
# The proxy of the host that the box was built on, and its password, are nothing for machines.
sed -i '/Proxy/d' "$tree/etc/apt/apt.conf.d/99mmdebstrap"
# mmdebstrap leaves those of the host that the box was built on.
echo localhost > "$tree/etc/hostname"
: > "$tree/etc/resolv.conf"
printf '127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n' > "$tree/etc/hosts"
ln -sf /usr/lib/systemd/system/multi-user.target "$tree/etc/systemd/system/default.target"
chroot "$tree" systemctl --quiet enable ssh.service
# Nobody works long enough on a lab's machine to need these, and they run at the worst moment: right after boot.
chroot "$tree" systemctl --quiet mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer \
    e2scrub_all.timer e2scrub_reap.service fstrim.timer getty.target systemd-logind.service systemd-pcrphase.service \
    systemd-update-utmp.service systemd-update-utmp-runlevel.service modprobe@.service dev-hugepages.mount \
    dev-mqueue.mount sys-fs-fuse-connections.mount sys-kernel-config.mount sys-kernel-debug.mount \
    sys-kernel-tracing.mount 2>/dev/null
<#if !stock>

# --- every node
sed -i 's|@PAUSE_IMAGE@|[=pauseImage?no_esc]|' "$tree/etc/containerd/config.toml.in"
<#list programs as program>
install -D -m 0755 [=program.source] "$tree"[=program.target]
</#list>
mkdir -p "$tree/etc/cni/net.d" "$tree/etc/kubernetes/manifests" "$tree/var/lib/kubelet"
chroot "$tree" systemctl --quiet enable hybridlab-boot.service containerd.service kubelet.service

# --- the images, unpacked: containerd itself does it, here on the host, with its root in the tree
echo "unpacking the images"
mkdir -p "$work/containerd"
# A config that containerd cannot read would show only on the first machine.
sed 's/@[A-Z_]*@/false/' "$tree/etc/containerd/config.toml.in" > "$work/containerd/machine.toml"
quietly [=containerd] --config "$work/containerd/machine.toml" config dump > /dev/null
cat > "$work/containerd/config.toml" <<CONFIG
version = 3
root = "$tree/var/lib/containerd"
state = "$work/containerd/run"
[grpc]
  address = "$work/containerd/sock"
[plugins.'io.containerd.cri.v1.images']
  snapshotter = 'overlayfs'
[plugins.'io.containerd.cri.v1.images'.pinned_images]
  sandbox = '[=pauseImage?no_esc]'
CONFIG
[=containerd] --config "$work/containerd/config.toml" > "$work/containerd/log" 2>&1 &
containerd_pid=$!
ctr() {
    quietly [=ctr] --address "$work/containerd/sock" --namespace k8s.io "$@"
}
tries=0
until ctr version > /dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -gt 300 ] || ! kill -0 "$containerd_pid" 2>/dev/null; then
        tail -n 20 "$work/containerd/log" >&2
        echo "containerd did not start on this host" >&2
        exit 1
    fi
    sleep 0.1
done
# Only the unpacked layers are kept: containers need no others, and they would double the box.
ctr images import --local --discard-unpacked-layers [=images] > /dev/null
# The end of a lease, waited for, is what makes containerd drop the packed layers now.
ctr leases delete --sync "$(ctr leases create)" > /dev/null
kill "$containerd_pid"
wait "$containerd_pid" || true
containerd_pid=

# The layers stay read-only in the box, and a machine's own folder holds links to them: a docker machine then copies
# half a megabyte into its volume instead of a gigabyte of small files.
overlayfs=$tree/var/lib/containerd/io.containerd.snapshotter.v1.overlayfs
mkdir -p "$tree/opt/hybridlab/snapshots"
for snapshot in "$overlayfs"/snapshots/*; do
    number=${snapshot##*/}
    mv "$snapshot" "$tree/opt/hybridlab/snapshots/$number"
    rm -rf "$tree/opt/hybridlab/snapshots/$number/work"
    ln -s "/opt/hybridlab/snapshots/$number" "$snapshot"
done
# Made anew on each machine; the first of them names it.
rm -rf "$tree"/var/lib/containerd/io.containerd.grpc.v1.introspection "$tree"/var/lib/containerd/tmpmounts
</#if>
