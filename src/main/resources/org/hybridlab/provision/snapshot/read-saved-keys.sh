# Prints the keys of the data of etcd in the archive that comes from standard input: a second etcd reads them.
set -eu
umask 077
folder=/var/tmp/hybridlab-saved-etcd
saved=''
end() {
    [ -z "$saved" ] || kill -9 "$saved" 2> /dev/null || true
    rm -rf "$folder"
}
trap end EXIT
end
mkdir "$folder"
cd "$folder"
tar -x --exclude 'etcd/member/wal/*.tmp' --warning=no-unknown-keyword -f -
etcd=$(pgrep -o -x etcd)
"/proc/$etcd/exe" --data-dir etcd --name saved --force-new-cluster --unsafe-no-fsync --log-level error \
    --listen-client-urls http://127.0.0.1:22379 --advertise-client-urls http://127.0.0.1:22379 \
    --listen-peer-urls http://127.0.0.1:22380 --initial-advertise-peer-urls http://127.0.0.1:22380 \
    --heartbeat-interval 10 --election-timeout 100 \
    > saved.log 2>&1 &
saved=$!
tries=0
until curl -sS --fail --max-time 20 http://127.0.0.1:22379/v3/kv/range \
    -d '{"key":"AA==","range_end":"AA=="}' > saved.json 2> saved.err; do
    tries=$((tries + 1))
    if [ $tries -gt 600 ] || ! kill -0 "$saved" 2> /dev/null; then
        cat saved.err saved.log >&2
        exit 1
    fi
    sleep 0.05
done
cat saved.json
