# A kubelet that misses the API server when it starts asks again after ever longer pauses. When the whole lab boots, its
# pods would start seconds later than they could. So it starts once the API server answers, or after 15 s. systemd reads
# this at the next boot: until then there is an API server.
mkdir -p /etc/hybridlab /etc/systemd/system/kubelet.service.d
cat > /etc/hybridlab/await-api <<'AWAIT'
#!/bin/sh
server=$(sed -nE 's/^ +server: (.*)$/\1/p' /etc/kubernetes/kubelet.conf 2>/dev/null)
if [ -z "$server" ] || ! command -v curl > /dev/null; then exit 0; fi
end=$(($(date +%s) + 15))
while [ "$(date +%s)" -lt "$end" ]; do
    # Any answer of one that is ready will do, also that it does not know who asks.
    case $(curl -sk --noproxy '*' --max-time 2 -o /dev/null -w '%{http_code}' "$server/readyz") in
        2* | 4*) exit 0 ;;
    esac
    sleep 0.2
done
AWAIT
chmod 755 /etc/hybridlab/await-api
printf '[Service]\nExecStartPre=-/etc/hybridlab/await-api\n' \
    > /etc/systemd/system/kubelet.service.d/15-hybridlab-await-api.conf
