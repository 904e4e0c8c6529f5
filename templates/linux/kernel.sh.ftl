# What the kernel must have and do for pods.
mkdir -p /etc/modules-load.d /etc/sysctl.d
printf 'overlay\nbr_netfilter\nvxlan\n' > /etc/modules-load.d/hybridlab.conf
for module in overlay br_netfilter vxlan; do
    # Built into many kernels. A container has no right to load any: its host does.
    modprobe "$module" 2>/dev/null || true
done
<#if !machine.isEtcd()>
if [ ! -e /proc/sys/net/bridge/bridge-nf-call-iptables ]; then
<#if containers>
    echo "br_netfilter is not loaded on the host of $name, and no pod network starts without it" >&2
    echo "load it on the host, now and at each boot: hybridlab setup" >&2
<#else>
    echo "br_netfilter is not loaded on $name: its kernel lacks it, or the package with the kernel's modules is missing" >&2
</#if>
    exit 1
fi
</#if>
cat > /etc/sysctl.d/99-hybridlab.conf <<'SYSCTL'
net.ipv4.ip_forward = 1
net.bridge.bridge-nf-call-iptables = 1
SYSCTL
sysctl -q -e -p /etc/sysctl.d/99-hybridlab.conf 2>/dev/null || true
if [ "$(cat /proc/sys/net/ipv4/ip_forward)" != 1 ]; then
    echo "IP forwarding is off on $name and could not be switched on" >&2
    exit 1
fi
