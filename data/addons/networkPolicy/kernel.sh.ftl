# Tries what kube-router's rules need of the kernel, in a chain that no packet comes to. Says which modules are missing.
set -u
chain=HYBRIDLAB-TRIAL
lacking=
needs() {
    module=$1
    shift
    # A container has no right to load one: its host does, or the kernel by itself.
    modprobe -q "$module" 2>/dev/null
    "$@" 2>/dev/null || lacking="$lacking $module"
}
rule() { iptables -w 10 -A "$chain" "$@"; }
clear() {
    iptables -w 10 -F "$chain" 2>/dev/null
    iptables -w 10 -X "$chain" 2>/dev/null
    ipset destroy "$chain" 2>/dev/null
    ipset destroy "$chain-NET" 2>/dev/null
}
clear
needs ip_tables iptables -w 10 -N "$chain"
needs ip_set_hash_ip ipset create "$chain" hash:ip timeout 0
needs ip_set_hash_net ipset create "$chain-NET" hash:net timeout 0
needs xt_set rule -m set --match-set "$chain" src -j RETURN
needs xt_comment rule -m comment --comment trial -j RETURN
needs xt_mark rule -m mark ! --mark 0x10000/0x10000 -j RETURN
needs xt_conntrack rule -m conntrack --ctstate RELATED,ESTABLISHED -j RETURN
needs xt_addrtype rule -m addrtype ! --src-type LOCAL -j RETURN
needs xt_physdev rule -m physdev --physdev-is-bridged -j RETURN
needs xt_multiport rule -p tcp -m multiport --dports 30000:32767 -j RETURN
needs xt_limit rule -m limit --limit 10/minute -j RETURN
needs xt_NFLOG rule -j NFLOG --nflog-group 100
needs ipt_REJECT rule -j REJECT
clear
if [ -n "$lacking" ]; then
    echo "missing kernel modules:$lacking" >&2
    exit 1
fi
