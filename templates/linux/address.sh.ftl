# Gives the machine its fixed address where Vagrant could not (Hyper-V): on the adapter whose hardware address ends like
# the machine's own address, as the Vagrantfile gave it. Kept for later boots in the way that this system keeps such.
if ! grep -qF " $address/" <<< "$(ip -o -4 address show)"; then
    IFS=. read -r _ _ third fourth <<< "$address"
    ending=$(printf '%02x:%02x' "$third" "$fourth")
    adapter=$(ip -o link show | sed -nE "s|^[0-9]+: ([^:@]+).* link/ether (52:54:00:[0-9a-f]{2}:$ending) .*|\1 \2|p")
    adapter=${adapter%%$'\n'*}
    mac=${adapter#* }
    adapter=${adapter%% *}
    if [ -n "$adapter" ]; then
        echo "giving $address to the adapter $adapter"
        ip address add "$address/[=lab.network.machines.prefix]" dev "$adapter"
        ip link set "$adapter" up
        if [ -d /etc/netplan ]; then
            cat > /etc/netplan/99-hybridlab.yaml <<YAML
network:
  version: 2
  ethernets:
    hybridlab:
      match: {macaddress: "$mac"}
      addresses: ["$address/[=lab.network.machines.prefix]"]
YAML
            chmod 0600 /etc/netplan/99-hybridlab.yaml
        elif [ -d /etc/network/interfaces.d ]; then
            printf 'auto %s\niface %s inet static\n    address %s/%s\n' "$adapter" "$adapter" "$address" \
                [=lab.network.machines.prefix] > /etc/network/interfaces.d/hybridlab
        elif command -v nmcli > /dev/null; then
            nmcli connection delete hybridlab > /dev/null 2>&1 || true
            nmcli connection add type ethernet con-name hybridlab ifname "$adapter" ipv4.method manual \
                ipv4.addresses "$address/[=lab.network.machines.prefix]" > /dev/null
        fi
    fi
fi
