#!/bin/bash
# Makes the docker image of a machine.
set -euo pipefail
<#include "tree.sh.ftl">

# A container starts none of what a machine does for its hardware; the rest is up in a quarter of a second.
chroot "$tree" systemctl --quiet mask console-getty.service networking.service systemd-udevd.service \
    systemd-udev-trigger.service systemd-udevd-kernel.socket systemd-udevd-control.socket systemd-modules-load.service \
    systemd-remount-fs.service systemd-random-seed.service 2>/dev/null

echo "making the docker image "[=name]
imported=$(tar -C "$tree" --numeric-owner --exclude='./dev/*' -cf - . | docker import -)
# `docker import` cannot set the signal that makes systemd shut down.
quietly docker build --quiet --tag [=name] - > /dev/null <<DOCKERFILE
FROM $imported
ENV container=docker
LABEL org.hybridlab.box=[=kubernetes?no_esc]
STOPSIGNAL SIGRTMIN+3
ENTRYPOINT ["/usr/local/lib/hybridlab/container-init"]
DOCKERFILE
