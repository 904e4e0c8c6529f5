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
# Docker's own resolver is at a loopback address, and follows the host from one network to another. Its port changes, so
# pods reach it through a program and not through a rule of the packet filter. CoreDNS waits 2 s for an answer.
passes_on=
<#if !lab.network.dns.servers?has_content>
if grep -qE '^nameserver[[:space:]]+127\.0\.0\.11$' /etc/resolv.conf && command -v socat > /dev/null; then passes_on=1; fi
</#if>
pass_on() { # PROTOCOL LISTENER TARGET
    local unit=hybridlab-names-$1.service new file
    file=/etc/systemd/system/$unit
    if [ -z "$passes_on" ]; then
        if [ -e "$file" ]; then
            systemctl --quiet disable --now "$unit" 2>/dev/null || true
            rm -f "$file"
        fi
        return
    fi
    new=$(printf '%s\n' '[Unit]' "Description=hybridlab: pods ask Docker's resolver for names outside ($1)" \
        StartLimitIntervalSec=0 '[Service]' \
        "ExecStart=$(command -v socat) -t 3 $2,bind=$address $3:127.0.0.11:53" Restart=always RestartSec=1 \
        SuccessExitStatus=143 '[Install]' WantedBy=multi-user.target)
    if [ "$(cat "$file" 2>/dev/null)" != "$new" ]; then
        echo "$new" > "$file"
        systemctl daemon-reload
        systemctl --quiet enable "$unit"
        systemctl restart "$unit"
    elif ! systemctl --quiet is-active "$unit"; then
        systemctl start "$unit"
    fi
}
pass_on udp UDP4-RECVFROM:53,fork UDP4
pass_on tcp TCP4-LISTEN:53,reuseaddr,fork TCP4
if [ -n "$passes_on" ]; then servers=$address; fi
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
