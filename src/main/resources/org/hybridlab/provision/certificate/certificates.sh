# $1 is there while a renewal is under way. A file that is there and cannot be read is a failure, not one that is
# missing. Prints no key.
set -e
echo begin
[ ! -e "$1" ] || echo unfinished
cd /etc/kubernetes 2> /dev/null || cd /run
set --
for name in apiserver apiserver-kubelet-client apiserver-etcd-client front-proxy-client \
        etcd/server etcd/peer etcd/healthcheck-client; do
    [ ! -e pki/$name.crt ] || set -- "$@" pki/$name.crt
done
for file in "$@"; do echo "there $file"; done
[ $# = 0 ] || grep -H . "$@"
set --
for name in admin controller-manager scheduler super-admin; do
    [ ! -e $name.conf ] || set -- "$@" $name.conf
done
for file in "$@"; do echo "there $file"; done
[ $# = 0 ] || grep -H client-certificate-data: "$@"
echo end
