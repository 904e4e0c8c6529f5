#!/bin/bash
# Makes this machine a member of the lab: its name, its neighbours' names, its address for Kubernetes.
# Runs as root on every Linux machine, as often as you like.
set -euo pipefail

name=[=machine.name]
address=[=machine.address]

if [ "$(hostname)" != "$name" ]; then
    echo "$name" > /etc/hostname
    hostname "$name"
fi

# The lab's block in the hosts file is replaced as a whole; everything else stays behind it: of several lines with a name
# the first one counts. Rewritten in place, because in a container the file is a mount of its own.
hosts=$(sed '/^# hybridlab begin$/,/^# hybridlab end$/d' /etc/hosts | grep -vE "[[:space:]]$name([[:space:]]|$)" || true)
if ! echo "$hosts" | grep -E '^127\.[0-9.]+[[:space:]]([^#]*[[:space:]])?localhost([[:space:]]|$)' > /dev/null; then
    hosts="127.0.0.1 localhost
$hosts"
fi
cat > /etc/hosts <<HOSTS
# hybridlab begin
<#list machines as neighbour>
[=(neighbour.address + " " + neighbour.name)?no_esc]
</#list>
# hybridlab end
$hosts
HOSTS

<#include "outside.sh.ftl">

# The kubelet refuses to run beside swap on most versions; the lab says failSwapOn: false, but memory limits mean
# little with swap. Containers cannot switch off the host's swap, and need not.
swapoff -a 2>/dev/null || true

mkdir -p /etc/hybridlab
<#include "kernel.sh.ftl">

<#include "halt.sh.ftl">

<#include "dns.sh.ftl">

<#include "time.sh.ftl">

<#include "pod-names.sh.ftl">

<#include "address.sh.ftl">

if ! grep -qF " $address/" <<< "$(ip -o -4 address show)"; then
    echo "$name does not have its address $address on any interface:" >&2
    ip -brief -4 address show >&2
    exit 1
fi

<#if !lab.joinsExisting()>

<#include "service-network.sh.ftl">
</#if>
<#if lab.network.virtualAddress?? && machine.isControlPlane()>

<#include "virtual-address.sh.ftl">
</#if>
<#if machine.isControlPlane()>

<#include "control-plane-probes.sh.ftl">
</#if>

<#if !machine.isControlPlane() && !machine.isEtcd()>

<#include "await-api.sh.ftl">
</#if>
<#if !machine.isEtcd()>

<#include "services.sh.ftl">
</#if>

echo "$name is prepared"
