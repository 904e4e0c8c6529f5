#!/bin/bash
# Runs kwok, which plays the nodes of this lab's simulated machines. hybridlab has put the program and its settings here.
# Runs as root on the first control plane, as often as you like.
set -euo pipefail

cat > /etc/systemd/system/hybridlab-kwok.service <<'UNIT'
[Unit]
Description=kwok plays the nodes of simulated machines
After=kubelet.service
# It ends while the API server is away, and must not give up on it.
StartLimitIntervalSec=0

[Service]
Environment=HOME=/run/hybridlab
ExecStart=/usr/local/bin/kwok \
    --kubeconfig /etc/hybridlab/kwok-kubeconfig \
    --config /etc/hybridlab/kwok-stages.yaml \
    --manage-nodes-with-annotation-selector kwok.x-k8s.io/node=fake \
    --node-lease-duration-seconds 40
Restart=always
RestartSec=2
NoNewPrivileges=yes

[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --quiet hybridlab-kwok
systemctl restart hybridlab-kwok
echo "kwok plays the nodes of simulated machines"
