# Prints sizes and paths of what never changes in containerd's folder: parts of images, and where its box keeps their
# unpacked files. Of its databases it prints the paths, if they begin as files of bbolt do: without them containerd does
# not start.
cd /var/lib/containerd
find io.containerd.content.v1.content/blobs -type f -printf '%s %p\n'
find io.containerd.snapshotter.v1.overlayfs/snapshots -maxdepth 1 -type l -printf '%l %p\n'
for file in io.containerd.metadata.v1.bolt/meta.db io.containerd.snapshotter.v1.overlayfs/metadata.db; do
    if [ "$(od -A n -t x4 -j 16 -N 4 "$file" | tr -d ' ')" = ed0cdaed ]; then
        echo "+ $file"
    fi
done
