package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** HNS sends encapsulated packets from it; another machine's, or the NAT's, does not come back. */
final class CniProviderAddress extends CniRule {
    CniProviderAddress() {
        super("cni-provider-address", "A fixed ProviderAddress is the address of a Windows machine.");
    }

    @Override
    Stream<Flaw> look(CniConfig config, Lab lab) {
        return config.policy("ProviderAddress").map(policy -> CniConfig.setting(policy, "ProviderAddress")).stream()
                .filter(address -> address.text().filter(text -> text.matches("[0-9.]+")).isPresent())
                .filter(address -> lab.windowsMachines().stream()
                        .noneMatch(machine -> address.text().filter(machine.address().toString()::equals).isPresent()))
                .map(address -> new Flaw(address, "no Windows machine has the address " + address.text().orElseThrow(),
                        "Write the machine's own, in network.machines."));
    }
}
