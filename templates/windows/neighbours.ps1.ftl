
# The lab's block in the hosts file is replaced as a whole; everything else stays.
function Set-Neighbours {
    param([string[]] $Block)
    $hosts = "$env:SystemRoot\System32\drivers\etc\hosts"
    $lines = @()
    $ours = $false
    foreach ($line in @(Get-Content -Path $hosts)) {
        if ($line -eq '# hybridlab begin') {
            $ours = $true
        }
        if (-not $ours) {
            $lines += $line
        }
        if ($line -eq '# hybridlab end') {
            $ours = $false
        }
    }
    $lines += $Block
    Set-Content -Path $hosts -Value $lines -Encoding ascii
}
