# Writes $1: settings of hybridlab, then those of the host's own file $2 that do not contradict them.
umask 022; mkdir -p "${1%/*}"
{
    printf '%s\n' '# Written by hybridlab at each start of libvirtd.' 'unix_sock_group = "libvirt"' \
        'unix_sock_ro_perms = "0770"' 'unix_sock_rw_perms = "0770"' \
        'auth_unix_ro = "none"' 'auth_unix_rw = "none"'
    grep -vE '^[[:space:]]*(#|$|unix_sock_(group|ro_perms|rw_perms)|auth_unix_r[ow])' "$2" 2> /dev/null
} > "$1"
exit 0
