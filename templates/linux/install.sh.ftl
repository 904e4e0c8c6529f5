#!/bin/bash
# Installs what this machine's box lacks of a node of Kubernetes. Runs as root, as often as you like, on any Debian or
# Ubuntu; what is there already stays as it is.
#
#   install.sh missing SUMS    keeps sums and paths of all files of a node, and prints what has to be brought: paths of
#                              files, and images.tar
#   install.sh                 installs what is missing: packages by apt, files and images from the kit that was brought
#
# The kit lies in /var/lib/hybridlab/kit: files.sha256 (those sums), files/PATH and images.tar. The sums come as an
# argument, because an earlier run takes the kit away at its end, and this one waits for that.
set -euo pipefail
export LC_ALL=C
kit=/var/lib/hybridlab/kit
name=[=machine.name]

# Sums are compared, so a file of another version is missing too.
missing_files() {
    sha256sum --check --quiet "$kit/files.sha256" 2> /dev/null | sed -n 's/: FAILED.*//p' || true
}

missing_images() {
    comm -23 <(wanted_images | sort) <(/usr/local/bin/ctr --namespace k8s.io images list --quiet 2> /dev/null | sort)
}

wanted_images() {
    cat <<'IMAGES'
<#list images as image>
[=image?no_esc]
</#list>
IMAGES
}

# Ubuntu updates itself right after its first boot, and holds locks meanwhile. apt waits for those of dpkg only, not for
# those of the package lists and of the archives; dpkg waits for none.
lock_seconds=300
errors=
when_unlocked() {
    local end=$((SECONDS + lock_seconds)) waits=
    errors=$(mktemp)
    until "$@" > /dev/null 2> "$errors"; do
        if ! grep -q 'Unable to lock directory\|locked by another process' "$errors"; then return 1; fi
        if [ $SECONDS -ge $end ]; then
            cat "$errors" >&2
            echo "another apt on $name still holds its lock after $lock_seconds s" >&2
            exit 1
        fi
        if [ -z "$waits" ]; then echo "waiting for another apt on $name"; fi
        waits=1
        sleep 1
    done
    cat "$errors" >&2
    rm -f "$errors"
}

apt_get() {
    if ! when_unlocked apt-get -qq -o DPkg::Lock::Timeout=$lock_seconds "$@"; then
        cat "$errors" >&2
        echo "apt-get $1 failed on $name; what it reaches, the section proxy of the lab file says" >&2
        exit 1
    fi
}

# apt refuses all work after a dpkg that was cut off, and takes a package that was half unpacked then for installed.
finish_earlier() {
    # What cannot be configured lacks packages, which apt brings next.
    when_unlocked dpkg --force-confold --configure -a || cat "$errors" >&2
    apt_get update
    local half
    half=$(dpkg-query --show --showformat '${db:Status-Eflag} ${binary:Package}\n' | sed -n 's/^reinst[^ ]* //p')
    apt_get install --yes --no-install-recommends --no-remove --fix-broken --reinstall $half
}

if [ "${1:-}" = missing ]; then
    mkdir -p "$kit"
    printf '%s' "$2" > "$kit/files.sha256"
    missing_files
    if [ -n "$(missing_images)" ]; then echo images.tar; fi
    exit 0
fi

<#include "outside.sh.ftl">

# --- Debian's packages
packages=()
for package in iproute2 procps ca-certificates<#list packages as package> [=package]</#list>; do
    if [ "$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2> /dev/null)" != installed ]; then
        packages+=("$package")
    fi
done
if [ ${#packages[@]} -gt 0 ]; then
    if ! command -v apt-get > /dev/null; then
        echo "$name has no apt; its box must be Debian or Ubuntu" >&2
        exit 1
    fi
    echo "installing ${packages[*]}"
    export DEBIAN_FRONTEND=noninteractive
    finish_earlier
    apt_get install --yes --no-install-recommends "${packages[@]}"
fi

# --- programs, units and settings
missing_files | while read -r file; do
    if [ ! -f "$kit/files$file" ]; then
        echo "$file is missing and was not brought" >&2
        exit 1
    fi
    # Noted first: what is in place may need a restart even if this script is ended here.
    touch "$kit/changed"
    mkdir -p "${file%/*}"
    mv -f "$kit/files$file" "$file"
done
mkdir -p /etc/cni/net.d /etc/kubernetes/manifests /var/lib/kubelet
units=(hybridlab-boot.service containerd.service kubelet.service)
if [ -e "$kit/changed" ]; then
    echo "starting containerd"
    systemctl daemon-reload
    systemctl --quiet enable "${units[@]}"
    systemctl restart hybridlab-boot.service containerd.service
    systemctl try-restart kubelet.service
    rm "$kit/changed"
fi

# --- images
if [ -n "$(missing_images)" ]; then
    if [ ! -f "$kit/images.tar" ]; then
        echo "images are missing and were not brought:" $(missing_images) >&2
        exit 1
    fi
    echo "unpacking images"
    # The packed layers are of no use on a node, and as large as the unpacked ones.
    /usr/local/bin/ctr --namespace k8s.io images import --local --discard-unpacked-layers "$kit/images.tar" > /dev/null
fi

rm -rf "$kit"
echo "$name has all of a node"
