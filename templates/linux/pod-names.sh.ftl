# Whom pods ask for names outside: what the kubelet gives CoreDNS as resolv.conf. CoreDNS stops in a loop if that is a
# loopback address, so only others are passed on.
<#if lab.network.dns.servers?has_content>
servers='[=lab.network.dns.servers?join(" ")?no_esc]'
<#else>
servers=$(cat /run/systemd/resolve/resolv.conf /etc/resolv.conf 2>/dev/null |
    sed -nE 's/^nameserver[[:space:]]+([0-9]{1,3}(\.[0-9]{1,3}){3})([[:space:]].*)?$/\1/p; s/^# ExtServers: \[(.*)\]/\1/p' |
    tr ' ' '\n' | sed -E 's/^host\((.*)\)$/\1/' | grep -E '^[0-9.]+$' | grep -vE '^(127\.|0\.0\.0\.0)' | sort -u || true)
</#if>
<#if containers && !machine.isEtcd()>
# Docker's own resolver is at a loopback address. Its port changes, so pods reach it through a program and not through a
# rule of the packet filter. CoreDNS waits 2 s for an answer. If the host has other name servers now, they come first.
passes_on=
asked=$(sed -nE '/^nameserver/{s/^nameserver[[:space:]]+([^[:space:]]+).*/\1/p;q}' /etc/resolv.conf)
<#if !lab.network.dns.servers?has_content>
if grep -qE '^nameserver[[:space:]]+127\.0\.0\.11$' /etc/resolv.conf && command -v socat > /dev/null; then passes_on=1; fi
</#if>
units='hybridlab-names-udp.service hybridlab-names-tcp.service'
pass_on() { # UNIT LISTENER TARGET
    local new file=/etc/systemd/system/$1
    new=$(printf '%s\n' '[Unit]' "Description=hybridlab: pods ask Docker's resolver for names outside" \
        StartLimitIntervalSec=0 '[Service]' \
        "ExecStart=$(command -v socat) -t 3 $2,bind=$address $3:$asked:53" Restart=always RestartSec=1 \
        SuccessExitStatus=143 '[Install]' WantedBy=multi-user.target)
    if [ "$(cat "$file" 2>/dev/null)" != "$new" ]; then
        if [ -e "$file" ]; then systemctl stop "$1"; fi
        echo "$new" > "$file"
    fi
}
if [ -n "$passes_on" ]; then
    pass_on hybridlab-names-udp.service UDP4-RECVFROM:53,fork UDP4
    pass_on hybridlab-names-tcp.service TCP4-LISTEN:53,reuseaddr,fork TCP4
    # Reads the files as well.
    systemctl --quiet enable --now $units
    servers=$address
elif [ -e /etc/systemd/system/hybridlab-names-udp.service ]; then
    systemctl --quiet disable --now $units 2>/dev/null || true
    rm -f /etc/systemd/system/hybridlab-names-udp.service /etc/systemd/system/hybridlab-names-tcp.service
fi
</#if>
<#if !machine.isEtcd()>
if [ -z "$servers" ]; then
    echo "$name has no name server that pods reach: they resolve no names outside until network.dns.servers names one"
fi
</#if>
# 192.0.2.1 is reserved for documentation (RFC 5737), and nobody has it: outside names fail then.
{
    for server in ${servers:-192.0.2.1}; do
        echo "nameserver $server"
    done
<#if lab.network.dns.search?has_content>
    echo 'search [=lab.network.dns.search?join(" ")?no_esc]'
</#if>
} > /etc/hybridlab/resolv.conf
