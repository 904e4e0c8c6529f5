package org.hybridlab.rules;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.hybridlab.lab.Machine;
import org.hybridlab.lab.WindowsSettings;

/** Windows does not tell capitals from small letters. */
final class ComputerNamesDiffer implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("computer-name-double",
                "No two machines call themselves alike, whatever the case of the letters.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.repeated(facts.lab().machines(), one -> hostName(one).toLowerCase(Locale.ROOT)).stream()
                .filter(one -> renamed(facts.lab().machines(), hostName(one.item())))
                .map(one -> error(Place.machine(one.number(), "computerName"),
                        "%s would call itself %s, as another does"
                                .formatted(one.item().name(), hostName(one.item())), "Give it another computerName."))
                .toList();
    }

    private static String hostName(Machine machine) {
        return machine.windows().map(WindowsSettings::computerName).orElse(machine.name());
    }

    /** Machines of one name are another rule's business. */
    private static boolean renamed(List<Machine> machines, String hostName) {
        return machines.stream().filter(machine -> hostName(machine).equalsIgnoreCase(hostName))
                .map(Machine::name).distinct().count() > 1;
    }
}
