#!/bin/bash
# Makes the docker image of a machine.
set -euo pipefail
<#include "tree.sh.ftl">

# A container starts none of what a machine does for its hardware; the rest is up in a quarter of a second.
chroot "$tree" systemctl --quiet mask console-getty.service networking.service systemd-udevd.service \
    systemd-udev-trigger.service systemd-udevd-kernel.socket systemd-udevd-control.socket systemd-modules-load.service \
    systemd-remount-fs.service systemd-random-seed.service 2>/dev/null

echo "making the docker image "[=name]
# Not `docker build`: BuildKit looks for an image without a name in a registry, and a builder in a container of its own
# sees no image of this host. The signal that makes systemd shut down is given when a machine is made.
tar -C "$tree" --numeric-owner --exclude='./dev/*' -cf - . | quietly docker import --change 'ENV container=docker' \
    --change 'LABEL org.hybridlab.box=[=kubernetes?no_esc]' \
    --change 'ENTRYPOINT ["/usr/local/lib/hybridlab/container-init"]' - [=name] > /dev/null
