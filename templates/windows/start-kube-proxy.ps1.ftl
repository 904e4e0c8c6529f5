<#if asServices>
# What the service kube-proxy runs.
<#else>
# What the pod of kube-proxy runs, as a process of the host.
</#if>
$ErrorActionPreference = 'Stop'
<#if asServices>
$node = [=machine.name]
$address = [=machine.address]
$kubeconfig = 'C:\k\kube-proxy.kubeconfig'
<#else>
$node = $env:NODE_NAME
$address = $env:HOST_IP
$kubeconfig = "$env:CONTAINER_SANDBOX_MOUNT_POINT\mnt\hybridlab\kube-proxy.kubeconfig"
</#if>
$network = [=networkName]

# kube-proxy ends where its network is missing, and Windows forgets the network at each boot.
$deadline = (Get-Date).AddMinutes(10)
while ($null -eq (Get-HnsNetwork | Where-Object { $_.Name -eq $network })) {
    if ((Get-Date) -gt $deadline) {
        [Console]::Error.WriteLine("the network $network has not appeared; see [=networkService?no_esc]'s log")
        exit 1
    }
    Start-Sleep -Seconds 1
}
<#if flannel>
while (-not (Test-Path -Path 'C:\run\flannel\subnet.env')) {
    if ((Get-Date) -gt $deadline) {
        [Console]::Error.WriteLine("flanneld has not written C:\run\flannel\subnet.env; see its log")
        exit 1
    }
    Start-Sleep -Seconds 1
}
</#if>

$arguments = @(
    '--proxy-mode=kernelspace'
    "--hostname-override=$node"
    "--kubeconfig=$kubeconfig"
    "--network-name=$network"
    "--bind-address=$address"
    ('--cluster-cidr=' + [=facts.pods])
    '--enable-dsr=true'
)
<#if vxlan>

# The address that services' traffic leaves this node with is taken from the node's own pods' addresses. It is asked of
# the same store (the same name, the default folder) that the pods' addresses come from, so no pod gets it too.
$line = Get-Content -Path 'C:\run\flannel\subnet.env' | Where-Object { $_ -like 'FLANNEL_SUBNET=*' }
# flanneld writes the address after the first one, which the store refuses, before the number of bits.
$written = $line.Substring('FLANNEL_SUBNET='.Length).Split('/')
$bits = $written[1]
$octets = $written[0].Split('.')
$last = 0 + $octets[3] - 1
$base = "$($octets[0]).$($octets[1]).$($octets[2]).$last"
$subnet = "$base/$bits"
$settings = '{"cniVersion": "' + [=cniVersion] + '", "name": "' + $network + '", "ipam": {"type": "host-local", "ranges": [[{"subnet": "' + $subnet + '"}]]}}'
$env:CNI_CONTAINERID = 'kube-proxy'
$env:CNI_NETNS = 'kube-proxy'
$env:CNI_IFNAME = 'source-vip'
$env:CNI_PATH = 'C:\opt\cni\bin'
# The one of the last start is kept: kube-proxy has made an endpoint for it, which stays when kube-proxy ends, and a pod that
# got the address afterwards would not be reached. A node that was made again may have other pods' addresses.
# Addresses of one range begin with the same bits.
function Get-Beginning {
    param([string] $Address)
    $number = 0
    foreach ($octet in $Address.Split('.')) {
        $number = $number * 256 + $octet
    }
    [math]::Floor($number / [math]::Pow(2, 32 - $bits))
}
$store = "C:\var\lib\cni\networks\$network"
$vip = $null
foreach ($file in @(Get-ChildItem -Path $store -ErrorAction SilentlyContinue | Where-Object { $_.Name -match [=addressPattern] })) {
    $owner = Get-Content -Path $file.FullName -TotalCount 1
    if ($owner -eq $env:CNI_CONTAINERID) {
        if ((Get-Beginning -Address $file.Name) -eq (Get-Beginning -Address $base)) {
            $vip = $file.Name
        } else {
            # Else the store refuses to give another one.
            Remove-Item -Path $file.FullName -Force
        }
    }
}
if ($null -eq $vip) {
    $env:CNI_COMMAND = 'ADD'
    $answer = $settings | & 'C:\opt\cni\bin\host-local.exe'
    if ($LASTEXITCODE -ne 0) {
        [Console]::Error.WriteLine("no source address for services: $answer")
        exit 1
    }
    $reserved = ConvertFrom-Json -InputObject ($answer -join ' ')
    $vip = $reserved.ips[0].address.Split('/')[0]
}
$arguments += "--source-vip=$vip"
</#if>

& 'C:\k\kube-proxy.exe' @arguments
exit $LASTEXITCODE
