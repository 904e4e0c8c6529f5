# The time zone, and who says what time it is. What the machine had comes back once the lab file says nothing of it.
<#if lab.time.zone??>
zone=[=lab.time.zone]
if [ ! -e "/usr/share/zoneinfo/$zone" ]; then
    echo "$(hostname) does not know the time zone $zone: its package tzdata lacks it" >&2
    exit 1
fi
mkdir -p /etc/hybridlab
if [ ! -e /etc/hybridlab/own-time-zone ]; then
    readlink /etc/localtime > /etc/hybridlab/own-time-zone || true
fi
ln -sfn "/usr/share/zoneinfo/$zone" /etc/localtime
echo "$zone" > /etc/timezone
<#else>
if [ -e /etc/hybridlab/own-time-zone ]; then
    zone=$(cat /etc/hybridlab/own-time-zone)
    if [ -n "$zone" ]; then
        ln -sfn "$zone" /etc/localtime
        echo "${zone##*/zoneinfo/}" > /etc/timezone
    else
        rm -f /etc/localtime /etc/timezone
    fi
    rm -f /etc/hybridlab/own-time-zone
fi
</#if>
<#if lab.time.servers?has_content>
if systemd-detect-virt --quiet --container; then
    echo "$(hostname) is a container and has its host's clock: it asks no time server"
elif ! systemctl --quiet cat systemd-timesyncd.service > /dev/null 2>&1; then
    echo "$(hostname) has no systemd-timesyncd, which would ask the lab's time servers: install it in its box" >&2
    exit 1
else
    mkdir -p /etc/systemd/timesyncd.conf.d /etc/hybridlab
    if [ ! -e /etc/hybridlab/own-time-sync ]; then
        # It fails for all but enabled ones.
        systemctl is-enabled systemd-timesyncd > /etc/hybridlab/own-time-sync || true
    fi
    printf '[Time]\nNTP=%s\n' '[=lab.time.servers?join(" ")?no_esc]' > /etc/systemd/timesyncd.conf.d/90-hybridlab.conf
    systemctl --quiet unmask systemd-timesyncd
    systemctl --quiet enable systemd-timesyncd
    # It asks at once.
    systemctl restart systemd-timesyncd
fi
<#else>
ours=/etc/systemd/timesyncd.conf.d/90-hybridlab.conf
if [ -e $ours ]; then
    case $(cat /etc/hybridlab/own-time-sync 2> /dev/null) in
        disabled) systemctl --quiet disable --now systemd-timesyncd ;;
        masked) systemctl --quiet mask --now systemd-timesyncd ;;
        *) restart=yes ;;
    esac
    rm -f /etc/hybridlab/own-time-sync $ours
    if [ "${restart-}" = yes ]; then systemctl try-restart systemd-timesyncd; fi
fi
</#if>
