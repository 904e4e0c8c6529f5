#!/bin/bash
# The way to the pods of a Windows machine without flannel: they are bridged onto the machines' network, and their gateway
# is a virtual address that one Linux machine holds, as the router above a rack would.
<#if ofOthers>
# For one machine alone: the one with the address below. It writes a script into /etc/hybridlab that takes away what it
# sets up.
</#if>
# Runs as root, as often as you like.
set -euo pipefail

address=[=address]
<#if ofOthers>
if [ "$(id -u)" != 0 ]; then
    echo "run this as root" >&2
    exit 1
fi
</#if>
adapter=$(ip -o -4 address show | sed -nE "s|^[0-9]+: ([^ ]+) +inet $address/.*|\1|p")
adapter=${adapter%%$'\n'*}
if [ -z "$adapter" ]; then
    echo "this is another machine: no adapter has the address $address" >&2
    exit 1
fi
<#if holds>
if ! command -v keepalived > /dev/null; then
<#if ofOthers>
    echo "keepalived is missing on this machine: install it with apt-get install keepalived, or dnf install keepalived" >&2
<#else>
    echo "keepalived is missing on this machine; boxes that hybridlab makes have it" >&2
</#if>
    exit 1
fi
</#if>
<#if !ofOthers>

# What an earlier lab file had: Windows machines that the lab no longer names, and a gateway that is not held here.
for file in /etc/systemd/system/hybridlab-gateway-*.service /etc/systemd/system/hybridlab-route-*.service; do
    unit=${file##*/}
    unit=${unit%.service}
    case $unit in
<#list known as other>
<#if holds || other != windows.name>
        hybridlab-gateway-[=other?no_esc]) continue ;;
</#if>
        hybridlab-route-[=other?no_esc]) continue ;;
</#list>
        *'*') continue ;;
    esac
    # What another lab brought here, this one leaves.
    [ ! -e "/etc/hybridlab/remove-gateway-${unit#hybridlab-*-}.sh" ] || continue
    route=$(sed -nE 's/.* ip route replace (.*) onlink metric 100.*/\1/p' "$file")
    systemctl disable --quiet --now "$unit"
    if [ -n "$route" ]; then
        # Split into its words.
        ip route delete $route metric 100 2> /dev/null || true
    fi
    forgotten=/etc/hybridlab/gateway-${unit#hybridlab-*-}
    rm -f "$file" "$forgotten" "$forgotten.conf"
done
</#if>
<#if ofOthers>
if [ "$(cat /proc/sys/net/ipv4/ip_forward)" != 1 ]; then
    echo "this machine passes no packets on: set net.ipv4.ip_forward to 1" >&2
    exit 1
fi

# What an earlier run set up may be for other addresses.
if [ -e /etc/hybridlab/remove-gateway-[=windows.name?no_esc].sh ]; then
    sh /etc/hybridlab/remove-gateway-[=windows.name?no_esc].sh
fi
mkdir -p /etc/hybridlab
if [ ! -e /etc/hybridlab/redirects-before ]; then
    cat /proc/sys/net/ipv4/conf/all/send_redirects /proc/sys/net/ipv4/conf/$adapter/send_redirects > /etc/hybridlab/redirects-before
fi
cat > /etc/hybridlab/remove-gateway-[=windows.name?no_esc].sh <<REMOVE
#!/bin/sh
# Takes away what hybridlab's script of the same Windows machine set up here. Runs as root.
for unit in hybridlab-gateway-[=windows.name?no_esc] hybridlab-route-[=windows.name?no_esc]; do
    systemctl disable --quiet --now \$unit 2> /dev/null
    rm -f /etc/systemd/system/\$unit.service
done
systemctl daemon-reload
ip route delete [=pods?no_esc] via [=gateway?no_esc] dev $adapter metric 100 2> /dev/null
rm -f /etc/hybridlab/gateway-[=windows.name?no_esc].conf
# Only when the last of them goes.
if [ -e /etc/hybridlab/redirects-before ] && ! ls /etc/systemd/system/hybridlab-route-*.service > /dev/null 2>&1; then
    { read -r all; read -r own; } < /etc/hybridlab/redirects-before
    echo \$all > /proc/sys/net/ipv4/conf/all/send_redirects
    echo \$own > /proc/sys/net/ipv4/conf/$adapter/send_redirects
    rm -f /etc/hybridlab/redirects-before
fi
rm -f /etc/hybridlab/remove-gateway-[=windows.name?no_esc].sh
rmdir /etc/hybridlab 2> /dev/null
echo "this machine has forgotten the pods of [=windows.name?no_esc]"
REMOVE
chmod 0755 /etc/hybridlab/remove-gateway-[=windows.name?no_esc].sh
</#if>

# Every machine asks on the wire who has the gateway, and its holder answers: so the route follows the holder. On the
# holder itself the address brings a route of its own, which goes before this one.
cat > /etc/systemd/system/hybridlab-route-[=windows.name?no_esc].service <<UNIT
[Unit]
Description=Route to the pods of [=windows.name?no_esc]
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
RemainAfterExit=yes
# The adapter may be up later than this unit. No Restart=: systemd before 244 takes none for this type.
# A router would tell its neighbours of the short cut to a machine on the same wire; they must not take it.
ExecStart=/bin/sh -c 'echo 0 > /proc/sys/net/ipv4/conf/all/send_redirects'
ExecStart=/usr/bin/timeout 60 /bin/sh -c 'until echo 0 > /proc/sys/net/ipv4/conf/$adapter/send_redirects; do sleep 1; done'
ExecStart=/usr/bin/timeout 60 /bin/sh -c 'until ip -o address show to [=gateway?no_esc] | grep -q . || ip route replace [=pods?no_esc] via [=gateway?no_esc] dev $adapter onlink metric 100; do sleep 1; done'

[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --quiet hybridlab-route-[=windows.name?no_esc]
systemctl restart hybridlab-route-[=windows.name?no_esc]
<#if holds>

cat > /etc/hybridlab/gateway-[=windows.name?no_esc].conf <<KEEPALIVED
# Written by hybridlab.
global_defs {
    router_id [=name?no_esc]
    vrrp_version 3
    vrrp_skip_check_adv_addr
}
vrrp_instance [=windows.name?no_esc] {
    # All alike: the address stays where it is until its holder is gone.
    state BACKUP
    nopreempt
    interface $adapter
    virtual_router_id [=router]
    priority 100
    advert_int 0.5
    garp_master_delay 1
    unicast_src_ip $address
    unicast_peer {
<#list peers as peer>
        [=peer?string?no_esc]
</#list>
    }
    virtual_ipaddress {
        [=gateway?no_esc]/[=prefix] dev $adapter
    }
}
KEEPALIVED
cat > /etc/systemd/system/hybridlab-gateway-[=windows.name?no_esc].service <<UNIT
[Unit]
Description=Virtual gateway of the pods of [=windows.name?no_esc]
After=hybridlab-route-[=windows.name?no_esc].service
Wants=hybridlab-route-[=windows.name?no_esc].service

[Service]
# An instance of its own for each Windows machine, beside the one that Debian's unit would run.
ExecStart=/usr/sbin/keepalived --dont-fork --log-console --vrrp \
    --use-file=/etc/hybridlab/gateway-[=windows.name?no_esc].conf \
    --pid=/run/hybridlab-gateway-[=windows.name?no_esc].pid --vrrp_pid=/run/hybridlab-gateway-[=windows.name?no_esc]-vrrp.pid
Restart=always
RestartSec=1

[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --quiet hybridlab-gateway-[=windows.name?no_esc]
systemctl restart hybridlab-gateway-[=windows.name?no_esc]
</#if>
echo "[=name?no_esc] knows the way to the pods of [=windows.name?no_esc]"
