package org.hybridlab.config.rules.machine;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.MACHINES;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class MachineNameRules {
    private static final int LONGEST_NAME = 63;
    private static final Set<String> RESERVED =
            Set.of("localhost", "broadcasthost", "ip6-localhost", "ip6-loopback", "ip6-allnodes", "ip6-allrouters");
    private static final Set<String> RESERVED_COMPUTERS = Set.of("anonymous", "batch", "builtin", "dialup", "domain",
            "enterprise", "interactive", "internet", "local", "network", "null", "proxy", "restricted", "self",
            "server", "service", "system", "users", "world");

    /** Names are used for Vagrant machines, hosts and nodes. */
    public static final Rule DUPLICATE_MACHINE_NAME = Rule.of("duplicate-machine-name",
            "Every machine has a name of its own.",
            Set.of(MACHINES), facts -> Numbered.repeated(facts.lab().machines(), Machine::name).stream()
                .map(one -> error(Place.machine(one.number(), "name"),
                        "a second machine is called " + one.item().name(),
                        "Give it another name; `count` adds numbers from 1 on."))
                .toList());

    /** RFC 1123 limits a label to 63 characters. */
    public static final Rule MACHINE_NAME_LONG = Rule.of("machine-name-long",
            "A name with the number that `count` adds has at most 63 characters.",
            Set.of(MACHINES), facts ->
                Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().name().length() > LONGEST_NAME)
                .map(one -> error(Place.machine(one.number(), "name"), "%s has %d characters"
                        .formatted(one.item().name(), one.item().name().length()), "Shorten it to at most 63."))
                .toList());

    /** NetBIOS cuts longer ones, and the computer gets an unexpected name. */
    public static final Rule MACHINE_NAME_WINDOWS = Rule.of("machine-name-windows",
            "A Windows machine's name has at most 15 characters, or it has a `computerName`.",
            Set.of(MACHINES), facts -> Numbered.of(facts.lab().machines()).stream()
                .filter(one -> nameTooLong(one.item()))
                .map(one -> error(Place.machine(one.number(), "name"), "%s has %d characters, more than Windows takes"
                        .formatted(one.item().name(), one.item().name().length()),
                                "Shorten it to at most 15 characters, or write a computerName."))
                .toList());

    /** inet_aton(3) reads a number as an address, so `ssh 7` goes to 0.0.0.7. Windows refuses such names. */
    public static final Rule MACHINE_NAME_DIGITS = Rule.of("machine-name-digits",
            "A machine's name does not consist of digits only.",
            Set.of(MACHINES), facts ->
                Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().name().matches("[0-9]+"))
                .map(one -> error(Place.machine(one.number(), "name"),
                        one.item().name() + " would be taken for an address", "Begin it with a letter."))
                .toList());

    /** Every machine's hosts file has these already. */
    public static final Rule MACHINE_NAME_RESERVED = Rule.of("machine-name-reserved",
            "No machine has a name that every machine uses for itself.",
            Set.of(MACHINES), facts ->
                Numbered.of(facts.lab().machines()).stream().filter(one -> RESERVED.contains(one.item().name()))
                .map(one -> error(Place.machine(one.number(), "name"),
                        "%s is what every machine calls itself".formatted(one.item().name()), "Give it another name."))
                .toList());

    /** Windows ignores case. */
    public static final Rule DUPLICATE_COMPUTER_NAME = Rule.of("duplicate-computer-name",
            "No two machines call themselves alike, whatever the case of the letters.",
            Set.of(MACHINES), facts ->
                Numbered.repeated(facts.lab().machines(), one -> hostName(one).toLowerCase(Locale.ROOT)).stream()
                .filter(one -> renamed(facts.lab().machines(), hostName(one.item())))
                .map(one -> error(Place.machine(one.number(), "computerName"),
                        "%s would call itself %s, as another does"
                                .formatted(one.item().name(), hostName(one.item())), "Give it another computerName."))
                .toList());

    public static final Rule COMPUTER_NAME_LONG = Rule.of("computer-name-long",
            "A computer name with the number that `count` adds has at most 15 characters.",
            Set.of(MACHINES), facts ->
                Numbered.of(facts.lab().machines()).stream().flatMap(one -> one.item().windows().stream()
                .map(WindowsSettings::computerName).filter(name -> !name.equals(one.item().name()))
                .filter(name -> name.length() > WindowsSettings.LONGEST_NAME)
                .map(name -> error(Place.machine(one.number(), "computerName"), "%s has %d characters"
                        .formatted(name, name.length()), "Shorten it: with its number, it has at most 15.")))
                .toList());

    /** Windows refuses names of digits, and reserves words (Microsoft's naming conventions, KB909264). */
    public static final Rule COMPUTER_NAME_RESERVED = Rule.of("computer-name-reserved",
            "A computer name is not made of digits alone, and no word that Windows keeps for itself.",
            Set.of(MACHINES), facts ->
                Numbered.of(facts.lab().machines()).stream().flatMap(one -> one.item().windows().stream()
                .map(WindowsSettings::computerName).filter(name -> reserved(name, one.item()))
                .map(name -> error(Place.machine(one.number(), key(name, one.item())),
                        "Windows takes no computer called %s".formatted(name), "Give it another name."))).toList());

    private MachineNameRules() {
    }

    private static boolean nameTooLong(Machine machine) {
        return machine.windows().map(WindowsSettings::computerName).filter(machine.name()::equals)
                .filter(name -> name.length() > WindowsSettings.LONGEST_NAME).isPresent();
    }

    private static String hostName(Machine machine) {
        return machine.windows().map(WindowsSettings::computerName).orElse(machine.name());
    }

    /** Another rule reports equal machine names. */
    private static boolean renamed(List<Machine> machines, String hostName) {
        return machines.stream().filter(machine -> hostName(machine).equalsIgnoreCase(hostName))
                .map(Machine::name).distinct().count() > 1;
    }

    /** Another rule reports machine names of digits. */
    private static boolean reserved(String name, Machine machine) {
        boolean digits = name.chars().allMatch(Character::isDigit) && !name.equals(machine.name());
        return digits || RESERVED_COMPUTERS.contains(name.toLowerCase(Locale.ROOT));
    }

    private static String key(String name, Machine machine) {
        return name.equals(machine.name()) ? "name" : "computerName";
    }
}
