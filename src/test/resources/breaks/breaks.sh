# How a lab is broken, one way after each line that begins with three of these signs.
### objects of an app deleted
k delete deployment,service --all
### kubelet stopped and its files removed
inside node1 sh -c 'systemctl stop kubelet; rm /etc/kubernetes/kubelet.conf /usr/local/bin/kubelet /var/lib/kubelet/config.yaml'
### kube-system wiped
k -n kube-system delete daemonset,deployment,configmap,service,serviceaccount --all --wait=false
### node removed
k delete node node1
inside node1 systemctl kill -s KILL kubelet
### images' files of containerd removed
inside node1 sh -c 'systemctl kill -s KILL containerd; rm -rf /var/lib/containerd/io.containerd.snapshotter.v1.overlayfs'
### containerd's database overwritten
inside node2 sh -c 'systemctl stop containerd; head -c 65536 /dev/urandom > /var/lib/containerd/io.containerd.metadata.v1.bolt/meta.db; systemctl start --no-block containerd'
### containerd stopped and its sockets removed
inside node1 sh -c 'systemctl stop containerd; rm -f /run/containerd/*.sock*'
### disk of the kubelet full
inside node2 sh -c 'systemctl stop kubelet; mount -t tmpfs -o size=1m full /var/lib/kubelet/pods; cat /dev/zero > /var/lib/kubelet/pods/full; systemctl start --no-block kubelet'
### disk of etcd full
inside control sh -c 'mount -t tmpfs -o size=1m full /var/lib/etcd; cat /dev/zero > /var/lib/etcd/full; pkill -KILL -x etcd'
### etcd's data corrupted
inside control sh -c 'for file in $(find /var/lib/etcd -name db); do head -c 200000 /dev/urandom > $file; done; pkill -KILL -x etcd'
### static manifests removed
inside control rm -r /etc/kubernetes/manifests
### /etc/kubernetes removed everywhere
for machine in control node1 node2; do inside $machine sh -c 'rm -rf /etc/kubernetes; systemctl kill -s KILL kubelet'; done
### certificates swapped
inside control sh -c 'cd /etc/kubernetes/pki; mv apiserver.crt x; cp front-proxy-client.crt apiserver.crt; cp front-proxy-client.key apiserver.key; pkill -KILL -x kube-apiserver'
### network settings of pods removed
inside node1 sh -c 'rm -rf /etc/cni/net.d /opt/cni/bin; ip link delete cni0; systemctl restart containerd'
### packets dropped
inside node2 sh -c 'iptables -F; iptables -t nat -F; iptables -P FORWARD DROP; iptables -I FORWARD -j DROP; systemctl stop kubelet'
### flannel.4096 deleted
inside node1 ip link delete flannel.4096
k -n kube-flannel patch daemonset kube-flannel-ds --type merge -p '{"spec":{"template":{"spec":{"nodeSelector":{"none":"here"}}}}}'
### settings of CoreDNS broken
k -n kube-system patch configmap coredns --type merge -p '{"data":{"Corefile":".:53 { nonsense }"}}'
k -n kube-system delete pod -l k8s-app=kube-dns --wait=false
### webhook that blocks everything
k apply -f src/test/resources/foreign/webhook.yaml
k delete pod --all --wait=false
### kube-proxy deleted
k -n kube-system delete daemonset kube-proxy
for machine in control node1 node2; do inside $machine sh -c 'iptables -t nat -F; nft flush ruleset; true'; done
### name server of pods that is the pod itself
for machine in control node1 node2; do inside $machine sh -c 'echo nameserver 127.0.0.1 > /etc/hybridlab/resolv.conf'; done
k -n kube-system delete pod -l k8s-app=kube-dns
### machine killed
docker kill $(container node2)
### machine removed
docker rm --force --volumes $(container node1)
