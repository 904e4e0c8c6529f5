# The API server's virtual address: keepalived gives it to one control plane whose API server answers. Its peers are
# named, because not every network between machines carries multicast.
cat > /usr/local/sbin/hybridlab-api-here <<'CHECK'
#!/bin/sh
# May this control plane hold the API server's virtual address? Yes if its own API server answers. If no other one's
# does either, the first one may: `kubeadm init` runs there.
answers() {
    curl --insecure --silent --fail --output /dev/null --max-time 1 "https://$1:6443/livez"
}
answers 127.0.0.1 && exit 0
<#list machines as peer>
<#if peer.isControlPlane() && peer.name != machine.name>
answers [=peer.address] && exit 1
</#if>
</#list>
<#if machine.name == controlPlane.name>
exit 0
<#else>
exit 1
</#if>
CHECK
chmod 0755 /usr/local/sbin/hybridlab-api-here
adapter=$(ip -o -4 address show | sed -nE "s|^[0-9]+: ([^ ]+) +inet $address/.*|\1|p")
adapter=${adapter%%$'\n'*}
mkdir -p /etc/keepalived
cat > /etc/keepalived/keepalived.conf.new <<KEEPALIVED
# Written by hybridlab.
global_defs {
    script_user root
    enable_script_security
    vrrp_version 3
}
vrrp_script api {
    script /usr/local/sbin/hybridlab-api-here
    interval 1
    timeout [=(machines?filter(peer -> peer.isControlPlane())?size + 1)?c?no_esc]
    fall 3
    rise 1
    init_fail
}
vrrp_instance api {
    # The address stays where it is until its holder fails: every move breaks connections.
    state BACKUP
    nopreempt
    interface $adapter
    virtual_router_id [=lab.network.virtualAddress?string?keep_after_last(".")?no_esc]
    priority 100
    advert_int 0.5
    # Hosts that still send to an earlier holder, which is gone, hear of this one soon.
    garp_master_refresh 5
    unicast_src_ip $address
    unicast_peer {
<#list machines as peer>
<#if peer.isControlPlane() && peer.name != machine.name>
        [=peer.address?string?no_esc]
</#if>
</#list>
    }
    virtual_ipaddress {
        [=(lab.network.virtualAddress + "/" + lab.network.machines.prefix)?no_esc]
    }
    track_script {
        api
    }
}
KEEPALIVED
if cmp -s /etc/keepalived/keepalived.conf.new /etc/keepalived/keepalived.conf; then
    rm /etc/keepalived/keepalived.conf.new
else
    mv /etc/keepalived/keepalived.conf.new /etc/keepalived/keepalived.conf
    systemctl restart keepalived
fi
systemctl start keepalived
