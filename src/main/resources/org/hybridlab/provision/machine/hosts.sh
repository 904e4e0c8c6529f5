# $1 has the addresses and names of the lab's machines. Of several lines with a name the first one counts.
grep -q '^# hybridlab begin$' /etc/hosts || echo 'the names of its neighbours are not in /etc/hosts'
awk -v lab="$1" '$1 ~ /:/ {next}
/^# hybridlab begin$/ {lines = 1} {
    for (i = 2; i <= NF && $1 !~ /^#/ && $i !~ /^#/; i++) if (!($i in first)) first[$i] = $1
} END {
    count = split(lab, want)
    for (i = 1; lines && i < count; i += 2) {
        name = want[i + 1]
        if (!(name in first)) print "/etc/hosts has no line of " name
        else if (first[name] != want[i]) print "/etc/hosts says " first[name] " of " name
    }
    if (!("localhost" in first)) print "/etc/hosts has no localhost"
}' /etc/hosts
