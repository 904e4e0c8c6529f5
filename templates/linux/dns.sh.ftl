# Whom this machine asks for names. What it had is kept, and given back once the lab file says nothing of it.
<#assign servers = lab.network.dns.servers search = lab.network.dns.search>
newer=
<#if containers && !servers?has_content>
# Docker's resolver keeps the name servers that the host had when the machine started. If the host has others now, for
# example of a VPN, the machine asks these itself until its next start.
newer='[=hostNameServers?join(" ")?no_esc]'
mkdir -p /run/hybridlab
if [ ! -e /run/hybridlab/name-servers ]; then echo "$newer" > /run/hybridlab/name-servers; fi
if [ "$(cat /run/hybridlab/name-servers)" = "$newer" ]; then newer=; fi
</#if>
<#if servers?has_content || search?has_content>
mkdir -p /etc/hybridlab
resolver=$(mktemp)
if systemctl --quiet is-active systemd-resolved; then
    {
        echo '[Resolve]'
<#if servers?has_content>
        # Those of a network card are asked for nothing then.
        echo 'DNS=[=servers?join(" ")?no_esc]'
        echo 'Domains=[=search?join(" ")?no_esc] ~.'
<#else>
        echo 'Domains=[=search?join(" ")?no_esc]'
</#if>
    } > "$resolver"
    mkdir -p /etc/systemd/resolved.conf.d
    if ! cmp -s "$resolver" /etc/systemd/resolved.conf.d/90-hybridlab.conf; then
        cat "$resolver" > /etc/systemd/resolved.conf.d/90-hybridlab.conf
        systemctl restart systemd-resolved
    fi
else
    if [ ! -e /etc/hybridlab/own-resolv.conf ]; then cat /etc/resolv.conf > /etc/hybridlab/own-resolv.conf; fi
    {
<#if search?has_content>
        echo 'search [=search?join(" ")?no_esc]'
</#if>
<#list servers as server>
        echo 'nameserver [=server?no_esc]'
</#list>
        for server in $newer; do echo "nameserver $server"; done
        grep -vE '^(#<#if servers?has_content>|nameserver</#if><#if search?has_content>|search|domain</#if>)' /etc/hybridlab/own-resolv.conf || true
    } > "$resolver"
    # Rewritten in place, because in a container the file is a mount of its own.
    cat "$resolver" > /etc/resolv.conf
    if [ -d /etc/dhcp/dhclient-enter-hooks.d ]; then
        # A lease that is renewed would bring the old servers back.
        echo 'make_resolv_conf() { :; }' > /etc/dhcp/dhclient-enter-hooks.d/hybridlab
    fi
fi
rm -f "$resolver"
<#else>
if [ -n "$newer" ]; then
    mkdir -p /etc/hybridlab
    if [ ! -e /etc/hybridlab/own-resolv.conf ]; then cat /etc/resolv.conf > /etc/hybridlab/own-resolv.conf; fi
    { printf 'nameserver %s\n' $newer; cat /etc/hybridlab/own-resolv.conf; } > /etc/resolv.conf
elif [ -e /etc/hybridlab/own-resolv.conf ]; then
    cat /etc/hybridlab/own-resolv.conf > /etc/resolv.conf
    rm -f /etc/hybridlab/own-resolv.conf /etc/dhcp/dhclient-enter-hooks.d/hybridlab
fi
if [ -e /etc/systemd/resolved.conf.d/90-hybridlab.conf ]; then
    rm -f /etc/systemd/resolved.conf.d/90-hybridlab.conf
    systemctl restart systemd-resolved
fi
</#if>
