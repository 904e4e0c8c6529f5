# Arguments: a pattern of folders, how many lines, and how many minutes.
# Prints the newest file of each container. A crashed container's is that of its last run. containerd begins each line
# with the time in the machine's own zone. Debian's awk is mawk, which need not have mktime.
cutoff=$(($(date +%s) - $3 * 60))
for folder in /var/log/pods/$1; do
    file=$(ls -t "$folder"/*.log 2>/dev/null | head -n 1)
    [ -z "$file" ] || [ -z "$(find -L "$file" -mmin "-$3")" ] || tail -v -n "$2" "$file" \
            | awk -v cutoff="$cutoff" '
        function days(y, m, d) {
            if (m < 3) {y--; m += 12}
            y = 365 * y + int(y / 4) - int(y / 100) + int(y / 400)
            return y + int((153 * m - 457) / 5) + d - 719469
        }
        function part(from, size) {return substr($1, from, size) + 0}
        $1 ~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]/ {
            then = days(part(1, 4), part(6, 2), part(9, 2)) * 86400
            then += part(12, 2) * 3600 + part(15, 2) * 60 + part(18, 2)
            zone = substr($1, length($1) - 5)
            ahead = substr(zone, 2, 2) * 3600 + substr(zone, 5, 2) * 60
            if (zone ~ /^[+]/) then -= ahead
            if (zone ~ /^-/) then += ahead
            if (then < cutoff) next
        }
        {print}'
done
