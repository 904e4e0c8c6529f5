package org.hybridlab.rules;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.hybridlab.lab.Machine;
import org.hybridlab.lab.WindowsSettings;

/** Windows takes no name of digits alone, and keeps words for itself (Microsoft's naming conventions, KB909264). */
final class ComputerNamesUsable implements Rule {
    private static final Set<String> RESERVED = Set.of("anonymous", "batch", "builtin", "dialup", "domain",
            "enterprise", "interactive", "internet", "local", "network", "null", "proxy", "restricted", "self",
            "server", "service", "system", "users", "world");

    @Override
    public RuleEntry entry() {
        return new RuleEntry("computer-name-reserved",
                "A computer name is not made of digits alone, and no word that Windows keeps for itself.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().flatMap(one -> one.item().windows().stream()
                .map(WindowsSettings::computerName).filter(name -> reserved(name, one.item()))
                .map(name -> error(Place.machine(one.number(), key(name, one.item())),
                        "Windows takes no computer called %s".formatted(name), "Give it another name."))).toList();
    }

    /** Machine names of digits are another rule's business. */
    private static boolean reserved(String name, Machine machine) {
        boolean digits = name.chars().allMatch(Character::isDigit) && !name.equals(machine.name());
        return digits || RESERVED.contains(name.toLowerCase(Locale.ROOT));
    }

    private static String key(String name, Machine machine) {
        return name.equals(machine.name()) ? "name" : "computerName";
    }
}
