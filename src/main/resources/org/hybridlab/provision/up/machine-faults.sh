# Arguments: units that must run; "etcd" where its pod must run; files that must exist.
# A unit that was killed comes back by itself, as does one on its first tries after a boot.
export LC_ALL=C units="$1" etcd="$2"; shift 2
for unit in $units; do
  state=$(systemctl show -p ActiveState -p SubState -p Result -p NRestarts "$unit" | sort | tr '\n' ' ')
  case "$state" in
    *=active*|*=reloading*|*=activating?NRestarts=[01]?*|*=activating*Result=signal*|"") ;;
    *=activating*Result=success*) ;;
    *) echo "$unit does not run (it is $(systemctl is-active "$unit"))" ;;
  esac
done
for file in "$@"; do [ -s "$file" ] || echo "$file is gone"; done
df --output=avail,target /var/lib/etcd /var/lib/kubelet/pods /var/lib/containerd 2>/dev/null |
  awk '$1 == "0" { print "no space is left in " $2 }' | sort -u
case "$units" in *containerd*) ;; *) exit 0 ;; esac
# `ls snapshots/*` fails if one of them is removed meanwhile.
[ -n "$(find /var/lib/containerd/io.containerd.snapshotter.v1.*/snapshots -mindepth 1 -print -quit 2> /dev/null)" ] ||
  echo "containerd has lost the files of its images"
timeout 3 ctr plugins ls 2> /dev/null | awk '$2 == "cri" && $NF == "error" {
  print "containerd runs without its Kubernetes part: " $1 }'
cd /etc/kubernetes/pki 2> /dev/null && [ -s apiserver.crt ] && [ -s ca.crt ] &&
  command -v openssl > /dev/null &&
  ! openssl verify -no_check_time -CAfile ca.crt apiserver.crt > /dev/null 2>&1 &&
  echo 'certificate apiserver signed by another authority than ca.crt'
[ -n "$etcd" ] && ! pgrep -x etcd > /dev/null || exit 0
tail -n 20 "$(ls -t /var/log/pods/kube-system_etcd-*/etcd/*.log | head -n 1)" | cut -c 1-300 |
  grep -E '"level":"(fatal|panic)"|panic: ' | tail -n 1 | sed 's/^/etcd ended: /'
