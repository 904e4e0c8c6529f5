# A kubelet that misses the API server when it starts asks again after ever longer pauses. When the whole lab boots, its
# pods would start seconds later than they could. So it starts once the API server answers, or after 15 s. systemd reads
# this at the next boot: until then there is an API server.
mkdir -p /etc/hybridlab /etc/systemd/system/kubelet.service.d
cat > /etc/hybridlab/await-api <<'AWAIT'
#!/bin/sh
server=$(sed -nE 's/^ +server: (.*)$/\1/p' /etc/kubernetes/kubelet.conf 2>/dev/null)
if [ -z "$server" ] || ! command -v curl > /dev/null; then exit 0; fi
but='exclude=poststarthook/rbac/bootstrap-roles&exclude=poststarthook/scheduling/bootstrap-system-priority-classes'
# By a clock that nobody sets.
up() { read -r seconds rest < /proc/uptime; echo "${seconds%%.*}"; }
end=$(($(up) + 15))
while [ "$(up)" -lt "$end" ]; do
    # One that is ready may also say that it does not know who asks; while it starts, it forbids or fails. It takes a
    # second longer to restore roles and priority classes of its own that somebody deleted. A kubelet does without.
    case $(curl -sk --noproxy '*' --max-time 2 -o /dev/null -w '%{http_code}' "$server/readyz?$but") in
        2* | 401) exit 0 ;;
    esac
    sleep 0.2
done
AWAIT
chmod 755 /etc/hybridlab/await-api
printf '[Service]\nExecStartPre=-/etc/hybridlab/await-api\n' \
    > /etc/systemd/system/kubelet.service.d/15-hybridlab-await-api.conf
