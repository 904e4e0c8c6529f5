# Windows' own cmdlets tell what its Host Networking Service has; to make something there, it has to be called.
$signature = @'
[DllImport("vmcompute.dll")]
public static extern int HNSCall([MarshalAs(UnmanagedType.LPWStr)] string method, [MarshalAs(UnmanagedType.LPWStr)] string path, [MarshalAs(UnmanagedType.LPWStr)] string request, [MarshalAs(UnmanagedType.LPWStr)] out string response);
'@
Add-Type -MemberDefinition $signature -Namespace 'Hybridlab' -Name 'Hns'

function Invoke-Hns {
    param([string] $Path, [string] $Request)
    $response = ''
    $code = [Hybridlab.Hns]::HNSCall('POST', $Path, $Request, [ref] $response)
    if ($code -ne 0) {
        [Console]::Error.WriteLine("HNS does not take $Path ${Request}: $code")
        exit 1
    }
    $answer = ConvertFrom-Json -InputObject $response
    if (-not $answer.Success) {
        [Console]::Error.WriteLine("HNS refuses $Path ${Request}: $($answer.Error)")
        exit 1
    }
    return $answer.Output
}

# With no adapter named HNS takes any, such as the one that leads out. It wants the name that the adapter has without a switch.
function Add-Network {
    param([string] $Share, [string] $Gateway)
    Write-Output "making the HNS network $network with $Share"
    Confirm-Address
    $held = Get-Held -Wanted $address
    $adapter = $held.InterfaceAlias -replace '^vEthernet \((.*)\)$', '$1'
    $request = '{"Name": "' + $network + '", "Type": "L2Bridge", "NetworkAdapterName": "' + $adapter + '", "Subnets": [{"AddressPrefix": "' + $Share + '", "GatewayAddress": "' + $Gateway + '"}]}'
    Invoke-Hns -Path '/networks' -Request $request | Out-Null
}

# It puts a switch on the adapter, whose address the switch's own adapter gets, after a moment without any.
function Wait-Network {
    Confirm-Address
    while ((Get-HnsNetwork | Where-Object { $_.Name -eq $network }).ManagementIP -ne $address) {
        if ((Get-Date) -gt $deadline) {
            [Console]::Error.WriteLine("the HNS network $network is not on the adapter with $address")
            exit 1
        }
        Start-Sleep -Seconds 1
    }
}
