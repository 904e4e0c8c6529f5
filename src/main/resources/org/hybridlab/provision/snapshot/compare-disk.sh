# Arguments: how many archives there are, of each its folder, its first entry and its size in bytes; paths that are to
# be missing. Prints the time by the machine's clock, what differs, a line each, and "end" if it came so far.
# There is no pipe: a program that fails in one would say that nothing differs.
set -eu
export LC_ALL=C
date +%s.%N
folder=/var/tmp/hybridlab-compare
rm -rf "$folder"
mkdir -m 700 "$folder"
trap 'rm -rf "$folder"' EXIT
dockers='/ etc\/(hosts|hostname|resolv\.conf)$/d'
left=$1
shift
while [ "$left" -gt 0 ]; do
    head -c "$3" > "$folder/tar"
    code=0
    tar -d --numeric-owner -C "$1" --anchored --exclude etc/hosts --exclude etc/hostname \
        --exclude etc/resolv.conf --warning=no-unknown-keyword -f "$folder/tar" \
        > "$folder/differs" 2>&1 || code=$?
    [ "$code" -le 1 ] || echo "$1/$2 cannot be compared"
    sed '/: Mod time differs$/d' "$folder/differs"
    tar -t -v --numeric-owner --quoting-style=literal --warning=no-unknown-keyword -f "$folder/tar" \
        > "$folder/names"
    (cd "$1" && find "./$2" -xdev -printf '%M %U/%G %p\n') > "$folder/files"
    sed -E -e 's,^([^ ]+) +([^ ]+) +[0-9]+(\,[0-9]+)? +[^ ]+ [^ ]+ (.*)$,\1 \2 \4,' \
        -e '/^l/s/ -> .*//' -e '/^h/s/ link to .*//' -e 's/^h/-/' -e 's,/$,,' \
        -e "$dockers" "$folder/names" > "$folder/then"
    sed -E -e 's,^([^ ]+ [^ ]+ )\./,\1,' -e "$dockers" "$folder/files" > "$folder/now"
    [ -s "$folder/now" ]
    sort -o "$folder/then" "$folder/then"
    sort -o "$folder/now" "$folder/now"
    comm -3 "$folder/then" "$folder/now"
    shift 3
    left=$((left - 1))
done
for path; do
    if [ -e "$path" ] || [ -L "$path" ]; then echo "$path"; fi
done
echo end
