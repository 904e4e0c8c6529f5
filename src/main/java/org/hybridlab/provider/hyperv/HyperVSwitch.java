package org.hybridlab.provider.hyperv;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.provider.api.LabId;

/** PowerShell that makes and removes the lab's internal switch, with the host as its gateway and NAT behind it. */
final class HyperVSwitch {
    private HyperVSwitch() {
    }

    /** Names are RFC 1123 labels and addresses digits: nothing in the script needs escaping. Does nothing twice. */
    static String create(LabId id, Cidr network) {
        return """
                if (-not (Get-VMSwitch -Name '%1$s' -ErrorAction SilentlyContinue)) {
                    New-VMSwitch -Name '%1$s' -SwitchType Internal | Out-Null
                }
                $adapter = Get-NetAdapter -Name 'vEthernet (%1$s)'
                if (-not (Get-NetIPAddress -InterfaceIndex $adapter.ifIndex -IPAddress '%2$s' -ErrorAction \
                SilentlyContinue)) {
                    New-NetIPAddress -InterfaceIndex $adapter.ifIndex -IPAddress '%2$s' -PrefixLength %3$d | Out-Null
                }
                if (-not (Get-NetNat -Name '%1$s' -ErrorAction SilentlyContinue)) {
                    New-NetNat -Name '%1$s' -InternalIPInterfaceAddressPrefix '%4$s' | Out-Null
                }
                """.formatted(id, network.address(1), network.prefix(), network);
    }

    static String remove(LabId id) {
        return """
                Get-NetNat | Where-Object { $_.Name -eq '%1$s' } | Remove-NetNat -Confirm:$false
                Get-VMSwitch | Where-Object { $_.Name -eq '%1$s' } | Remove-VMSwitch -Force
                """.formatted(id);
    }
}
