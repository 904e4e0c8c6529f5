# Says of both services how running-state.sh knows them.
set -eu
systemctl start containerd
systemctl start kubelet
for unit in containerd kubelet; do
    pid=$(systemctl show --property=MainPID --value $unit)
    read -r stat < "/proc/$pid/stat"
    set -- ${stat##*) }
    echo "process $unit ($pid, started at ${20})"
done
