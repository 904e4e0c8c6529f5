# How this machine reaches what lies outside of the lab: proxies for login shells, apt, containerd and kubelet, and a
# mirror that containerd asks before any registry that has no file of its own. What the lab file no longer says is taken
# away again.
mkdir -p /etc/hybridlab /etc/systemd/system/containerd.service.d /etc/systemd/system/kubelet.service.d
proxies=$(mktemp)
<#if lab.outside.httpProxy?? || lab.outside.httpsProxy??>
no_proxy=localhost,127.0.0.1,[=lab.network.machines],[=lab.network.pods],[=lab.network.services]
no_proxy=$no_proxy,.svc,.[=lab.network.domain]
<#list machines as one>
no_proxy=$no_proxy,[=one.name]
</#list>
<#list lab.outside.noProxy as one>
no_proxy=$no_proxy,[=one]
</#list>
<#if lab.outside.httpProxy??>
http_proxy=[=lab.outside.httpProxy]
printf '%s=%s\n' http_proxy "$http_proxy" HTTP_PROXY "$http_proxy" >> "$proxies"
export http_proxy
</#if>
<#if lab.outside.httpsProxy??>
https_proxy=[=lab.outside.httpsProxy]
printf '%s=%s\n' https_proxy "$https_proxy" HTTPS_PROXY "$https_proxy" >> "$proxies"
export https_proxy
</#if>
printf '%s=%s\n' no_proxy "$no_proxy" NO_PROXY "$no_proxy" >> "$proxies"
export no_proxy
</#if>
if ! cmp -s "$proxies" /etc/hybridlab/proxy.env && [ -s "$proxies" -o -s /etc/hybridlab/proxy.env ]; then
    touch /etc/environment
    sed -i '/^# hybridlab begin$/,/^# hybridlab end$/d' /etc/environment
    rm -f /etc/apt/apt.conf.d/90hybridlab
    if [ -s "$proxies" ]; then
        { echo '# hybridlab begin'; cat "$proxies"; echo '# hybridlab end'; } >> /etc/environment
        if [ -d /etc/apt/apt.conf.d ]; then
            sed -nE 's/^(https?)_proxy=(.*)/Acquire::\1::Proxy "\2";/p' "$proxies" > /etc/apt/apt.conf.d/90hybridlab
        fi
    fi
    # A file of its own, because systemd would read a % in a unit as the beginning of a specifier.
    cat "$proxies" > /etc/hybridlab/proxy.env
    for unit in containerd kubelet; do
        printf '[Service]\nEnvironmentFile=-/etc/hybridlab/proxy.env\n' \
            > "/etc/systemd/system/$unit.service.d/20-hybridlab-proxy.conf"
    done
    systemctl daemon-reload
    for unit in containerd kubelet; do
        # A stock box has none of them yet.
        if systemctl --quiet is-active "$unit"; then systemctl restart "$unit"; fi
    done
fi
rm -f "$proxies"
# Authorities of the lab file, in the store of the system. containerd reads it once.
authorities=(
<#list lab.outside.authorities() as authority>
[=authority]
</#list>
)
store=/usr/local/share/ca-certificates
if ! printf '%s\n' "${authorities[@]}" | cmp -s - /etc/hybridlab/authorities \
        && [ ${#authorities[@]} -gt 0 -o -e /etc/hybridlab/authorities ]; then
    mkdir -p $store
    rm -f $store/hybridlab-*.crt
    for i in "${!authorities[@]}"; do echo "${authorities[i]}" > "$store/hybridlab-$i.crt"; done
    update-ca-certificates > /dev/null
    if systemctl --quiet is-active containerd; then systemctl restart containerd; fi
    if [ ${#authorities[@]} -gt 0 ]; then
        printf '%s\n' "${authorities[@]}" > /etc/hybridlab/authorities
    else
        rm /etc/hybridlab/authorities
    fi
fi
# A mirror of the box itself is put aside meanwhile.
default=/etc/containerd/certs.d/_default/hosts.toml
own=/etc/hybridlab/hosts.toml.of-the-box
is_ours() { grep -qs '^# hybridlab: ' "$1"; }
<#if lab.outside.registryMirror??>
mirror=[=lab.outside.registryMirror]
mkdir -p /etc/containerd/certs.d/_default
if [ -s $default ] && ! is_ours $default; then mv $default $own; fi
printf '# hybridlab: the mirror of the lab file.\n[host."%s"]\n  capabilities = ["pull", "resolve"]\n' "$mirror" \
    > $default
<#else>
if is_ours $default; then
    rm $default
    if [ -s $own ]; then mv $own $default; fi
fi
</#if>
for file in /etc/containerd/certs.d/*/hosts.toml; do
    case $file in
        */_default/hosts.toml) ;;
<#list lab.registries as registry>
        */[=registry.folder()]/hosts.toml) ;;
</#list>
        *) if grep -qs '^# hybridlab: ' "$file"; then rm -r "$(dirname "$file")"; fi ;;
    esac
done
