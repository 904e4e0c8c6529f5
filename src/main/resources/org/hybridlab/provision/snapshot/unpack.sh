# Arguments: how many paths go first, and they; how many come from archives, and they; how many archives there are, of
# each its folder and its size in bytes; how many folders get a mode and an owner, and each with these; paths that go
# last. A file that comes back stays until then, as it may be a program that is needed.
# The archives come one after the other from standard input, so that one call of docker restores a machine. What docker
# mounts into a container stays. Etcd's space for its next log, 64 MB, is left out: etcd makes it at its start.
set -eu
left=$1
shift
while [ "$left" -gt 0 ]; do
    rm -rf --one-file-system -- "$1"
    shift
    left=$((left - 1))
done
left=$1
shift
while [ "$left" -gt 0 ]; do
    if [ -d "$1" ] && [ ! -L "$1" ]; then rm -rf --one-file-system -- "$1"; fi
    shift
    left=$((left - 1))
done
left=$1
shift
while [ "$left" -gt 0 ]; do
    mkdir -p -- "$1"
    head -c "$2" | tar -x -p --numeric-owner -C "$1" --anchored --exclude etc/hosts --exclude etc/hostname \
        --exclude etc/resolv.conf --exclude 'etcd/member/wal/*.tmp' --warning=no-unknown-keyword -f -
    shift 2
    left=$((left - 1))
done
left=$1
shift
while [ "$left" -gt 0 ]; do
    if [ -d "$1" ] && [ ! -L "$1" ]; then
        chown "$3" "$1"
        # With fewer digits, a folder keeps its bits for set-user-ID and set-group-ID.
        chmod "00$2" "$1"
    fi
    shift 3
    left=$((left - 1))
done
for path; do rm -rf --one-file-system -- "$path"; done
