#!/bin/sh
# Installs RKE2 by its own installer, from the internet. config.yaml and the token are there already. hybridlab does not
# run this; `up` makes the same cluster with kubeadm.
set -eu
curl -sfL https://get.rke2.io | INSTALL_RKE2_VERSION=[=version] INSTALL_RKE2_TYPE=[=type] sh -
systemctl enable --now [="rke2-" + type]
