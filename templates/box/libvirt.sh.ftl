#!/bin/bash
# Makes the Vagrant box of a libvirt machine: a disk that boots by itself, without a loop device or a mounted file system.
set -euo pipefail
<#include "tree.sh.ftl">

# --- the kernel: only what finds the disk, so that an interpreted machine (TCG) is through its initrd in seconds
printf 'MODULES=list\nCOMPRESS=zstd\nRESUME=none\n' > "$tree/etc/initramfs-tools/conf.d/hybridlab.conf"
printf 'virtio_pci\nvirtio_blk\nvirtio_net\next4\n' >> "$tree/etc/initramfs-tools/modules"
echo "making the initial RAM disk"
chroot "$tree" update-initramfs -u -k all > /dev/null
# The kernel mounts it to write at once; a machine that was switched off is mended by the journal, not by fsck.
echo '/dev/vda1 / ext4 defaults,noatime 0 0' > "$tree/etc/fstab"

# --- systemd: what a machine with one disk and one network card, made a minute ago, can do without. Under TCG each of
# these costs from half a second to five.
chroot "$tree" systemctl --quiet mask serial-getty@ttyS0.service systemd-sysusers.service systemd-hwdb-update.service \
    systemd-journal-catalog-update.service systemd-update-done.service systemd-machine-id-commit.service \
    kmod-static-nodes.service 2>/dev/null
chroot "$tree" systemctl --quiet disable systemd-timesyncd.service 2>/dev/null
# Else udev loads what fits whatever QEMU pretends to have: KVM, IDE, a CD drive, ciphers that test themselves.
mkdir -p "$tree/etc/systemd/system/systemd-udev-trigger.service.d"
cat > "$tree/etc/systemd/system/systemd-udev-trigger.service.d/hybridlab.conf" <<'UNIT'
[Service]
ExecStart=
ExecStart=-udevadm trigger --type=devices --action=add --subsystem-match=block --subsystem-match=net --subsystem-match=virtio
UNIT

# --- the boot loader: GRUB's core right after the boot record, with its commands inside. boot.img looks for it at
# sector 1 unless told otherwise, and grub-mkimage writes into it how long it is; so nothing has to be installed.
# The kernel's guards against its own programs are off: who is in a pod of a lab may as well be root on its machine.
# Interpreted machines pay for them at every system call and allocation.
# Debian has the links to its newest kernel in /, Ubuntu in /boot.
links=
if [ ! -L "$tree/vmlinuz" ]; then links=/boot; fi
cat > "$tree/tmp/boot.cfg" <<GRUB
set root=(hd0,msdos1)
linux $links/vmlinuz root=/dev/vda1 rw net.ifnames=0 quiet mitigations=off init_on_alloc=0 hardened_usercopy=off apparmor=0 audit=0 nowatchdog cryptomgr.notests
initrd $links/initrd.img
boot
GRUB
chroot "$tree" grub-mkimage -O i386-pc -p '(hd0,msdos1)/boot/grub' -c /tmp/boot.cfg -o /tmp/core.img \
    biosdisk part_msdos ext2 linux boot
cp "$tree/tmp/core.img" "$tree/usr/lib/grub/i386-pc/boot.img" "$work"
rm "$tree/tmp/core.img" "$tree/tmp/boot.cfg"

# --- the disk: one partition from 1 MiB on. The features are those that GRUB can read, whatever mke2fs's defaults are.
echo "making the disk"
disk=$work/disk.raw
rm -f "$disk"
truncate -s [=diskGiB]G "$disk"
little_endian() {
    printf '\\x%02x\\x%02x\\x%02x\\x%02x' $(($1 & 255)) $(($1 >> 8 & 255)) $(($1 >> 16 & 255)) $(($1 >> 24 & 255))
}
at() {
    dd of="$disk" bs=1 seek="$1" conv=notrunc status=none
}
printf "\x80\xfe\xff\xff\x83\xfe\xff\xff$(little_endian 2048)$(little_endian $(([=diskGiB] * 2097152 - 2048)))" | at 446
printf '\x55\xaa' | at 510
mke2fs -q -t ext4 -d "$tree" -E offset=1048576,lazy_itable_init=1,lazy_journal_init=1 \
    -O none,has_journal,ext_attr,resize_inode,dir_index,filetype,extent,flex_bg,sparse_super,large_file,huge_file,dir_nlink,extra_isize,metadata_csum \
    "$disk" "$(( ([=diskGiB] * 1024 - 1) * 1024 ))k"
dd if="$work/boot.img" of="$disk" bs=446 count=1 conv=notrunc status=none
dd if="$work/core.img" of="$disk" bs=512 seek=1 conv=notrunc status=none
qemu-img convert -f raw -O qcow2 "$disk" "$work/box.img"
rm "$disk" "$work/boot.img" "$work/core.img"
chown [=owner] "$work/box.img"
