# Removes images from containerd by their names, and the name that it gave them for the kubelet, a digest, unless they
# have another name. Names that are not there are no error.
for name; do
    all="$(ctr -n k8s.io images ls)" || exit 1
    digest="$(printf '%s\n' "$all" | awk -v name="$name" '$1 == name { print $3 }')"
    [ -n "$digest" ] || continue
    others="$(printf '%s\n' "$all" | awk -v digest="$digest" -v name="$name" '$3 == digest && $1 != name { print $1 }')"
    if printf '%s' "$others" | grep -qv '^sha256:'; then
        others=''
    fi
    # No word of the others has a space.
    # shellcheck disable=SC2086
    ctr -n k8s.io images rm --sync "$name" $others || exit 1
done
