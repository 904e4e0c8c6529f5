# A stock box gets containerd later. What it lacks is made in the copy, and is empty. images.sh follows.
set -e
mkdir -p /var/lib/containerd
cd /var/lib/containerd
mkdir -p io.containerd.content.v1.content/blobs io.containerd.snapshotter.v1.overlayfs/snapshots \
    io.containerd.metadata.v1.bolt
for file in io.containerd.metadata.v1.bolt/meta.db io.containerd.snapshotter.v1.overlayfs/metadata.db; do
    [ -e "$file" ] || : > "$file"
done
