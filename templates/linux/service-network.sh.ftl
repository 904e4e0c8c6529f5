# Services have addresses that no machine has. Where kube-proxy has no rule for one, a packet to it would follow the
# default route out of the lab, and its sender would wait for ever: the machine refuses it. What kube-proxy has a rule for
# has another destination when it gets here. The table is replaced as a whole, now and at each boot.
cat > /etc/hybridlab/service-network.nft <<'NFT'
table ip hybridlab
delete table ip hybridlab
table ip hybridlab {
    chain forward {
        type filter hook forward priority filter;
        ip daddr [=lab.network.services?no_esc] reject
    }
    chain output {
        type filter hook output priority filter;
        ip daddr [=lab.network.services?no_esc] reject
    }
}
NFT
cat > /etc/systemd/system/hybridlab-service-network.service <<'UNIT'
[Unit]
Description=Refuses packets to addresses of services that nobody serves
# That one begins by removing all tables.
After=nftables.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/sbin/nft --file /etc/hybridlab/service-network.nft

[Install]
WantedBy=multi-user.target
UNIT
# As `systemctl enable`, without the time that it takes.
mkdir -p /etc/systemd/system/multi-user.target.wants
ln -sf ../hybridlab-service-network.service /etc/systemd/system/multi-user.target.wants/
nft --file /etc/hybridlab/service-network.nft
