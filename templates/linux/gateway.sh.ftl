#!/bin/bash
# The way to the pods of a Windows machine without flannel: they are bridged onto the machines' network, and their gateway
# is a virtual address that one Linux machine holds, as the router above a rack would.
# Runs as root, as often as you like.
set -euo pipefail

address=[=machine.address]
adapter=$(ip -o -4 address show | sed -nE "s|^[0-9]+: ([^ ]+) +inet $address/.*|\1|p")
adapter=${adapter%%$'\n'*}

# Every machine asks on the wire who has the gateway, and its holder answers: so the route follows the holder. On the
# holder itself the address brings a route of its own, which goes before this one.
cat > /etc/systemd/system/hybridlab-route-[=windows.name?no_esc].service <<UNIT
[Unit]
Description=Route to the pods of [=windows.name?no_esc]
After=network.target

[Service]
Type=oneshot
RemainAfterExit=yes
# A router would tell its neighbours of the short cut to a machine on the same wire; they must not take it.
ExecStart=/bin/sh -c 'echo 0 > /proc/sys/net/ipv4/conf/all/send_redirects; echo 0 > /proc/sys/net/ipv4/conf/$adapter/send_redirects'
ExecStart=/bin/sh -c 'ip -o address show to [=gateway?no_esc] | grep -q . || ip route replace [=pods?no_esc] via [=gateway?no_esc] dev $adapter onlink metric 100'

[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --quiet hybridlab-route-[=windows.name?no_esc]
systemctl restart hybridlab-route-[=windows.name?no_esc]
<#if holds>

if ! command -v keepalived > /dev/null; then
    echo "keepalived is missing on this machine; boxes that hybridlab makes have it" >&2
    exit 1
fi
cat > /etc/hybridlab/gateway-[=windows.name?no_esc].conf <<KEEPALIVED
# Written by hybridlab.
global_defs {
    router_id [=machine.name?no_esc]
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
        [=peer.address?string?no_esc]
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
echo "[=machine.name?no_esc] knows the way to the pods of [=windows.name?no_esc]"
