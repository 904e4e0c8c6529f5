# Prints the time, how many bytes are in the folders that are kept whole, and the share of the pod network in $1, if
# there is one. What pods mount is not counted: it may not answer.
date +%s.%N
unshare --mount sh -c '
    mkdir -p /run/hybridlab/disk
    mount --bind /var/lib/kubelet /run/hybridlab/disk
    du -s -c -x --apparent-size --block-size=1 /etc /run/hybridlab/disk' 2> /dev/null |
    sed -n 's/^\([0-9]*\)\ttotal$/\1/p' | grep . || echo 0
cat "$1" 2> /dev/null || true
