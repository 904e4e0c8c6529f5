package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Machine;
import org.hybridlab.lab.WindowsSettings;

/** NetBIOS cuts longer ones, and the computer then has another name than anybody expects. */
final class WindowsNames implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("machine-name-windows",
                "A Windows machine's name has at most 15 characters, or it has a `computerName`.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> nameTooLong(one.item()))
                .map(one -> error(Place.machine(one.number(), "name"), "%s has %d characters, more than Windows takes"
                        .formatted(one.item().name(), one.item().name().length()),
                                "Shorten it to at most 15 characters, or write a computerName."))
                .toList();
    }

    private static boolean nameTooLong(Machine machine) {
        return machine.windows().map(WindowsSettings::computerName).filter(machine.name()::equals)
                .filter(name -> name.length() > WindowsSettings.LONGEST_NAME).isPresent();
    }
}
