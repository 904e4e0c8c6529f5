<#if !containers>
# systemd waits 90 s for programs of pods that do not end when they are told to. Vagrant pulls the plug after 60 s, and
# then what was written last is lost. systemd reads this when the machine boots, and when kubeadm starts the kubelet.
mkdir -p /etc/systemd/system.conf.d
printf '[Manager]\nDefaultTimeoutStopSec=20s\n' > /etc/systemd/system.conf.d/hybridlab.conf
</#if>
