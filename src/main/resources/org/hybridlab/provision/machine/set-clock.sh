# Arguments, in seconds: the time, how far behind a clock is set, and how far behind the kubelet is restarted.
set -e
now=$1
time=$(date +%s)
echo "$time"
case $time in '' | *[!0-9]*) exit ;; esac
if [ $((now - time)) -gt "$2" ]; then
    date --set="@$now" > /dev/null
    if [ $((now - time)) -gt "$3" ]; then systemctl try-restart kubelet; fi
fi
