# Told to end, CoreDNS answers for another 5 s so that no client misses it, and systemd would wait for that. The lab's
# own clients end too. The kubelet would restart it.
timeout -k 1 5 systemctl stop kubelet > /dev/null 2>&1
for process in /proc/[0-9]*; do
    name=''
    { read -r name < "$process/comm"; } 2> /dev/null
    if [ "$name" = coredns ]; then kill -9 "${process#/proc/}" 2> /dev/null; fi
done
true
