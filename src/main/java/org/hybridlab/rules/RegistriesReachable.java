package org.hybridlab.rules;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.lab.Registry;

/** containerd in a machine asks them, not the host. */
final class RegistriesReachable implements Rule {
    private static final Pattern LOOPBACK = Pattern.compile("(https?://)?(localhost|127\\.[0-9.]+)([:/].*)?");

    @Override
    public RuleEntry entry() {
        return new RuleEntry("registry-loopback",
                "Registries and their mirrors are named as machines reach them, not as localhost.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.REGISTRIES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().registries()).stream().flatMap(this::judge).toList();
    }

    private Stream<Violation> judge(Numbered<Registry> one) {
        Stream<Place> host = LOOPBACK.matcher(one.item().host()).matches()
                ? Stream.of(Place.of("registries", one.number(), "host")) : Stream.of();
        Stream<Place> mirrors = Numbered.of(one.item().mirrors()).stream()
                .filter(mirror -> LOOPBACK.matcher(mirror.item()).matches())
                .map(mirror -> Place.of("registries", one.number(), "mirrors", mirror.number()));
        return Stream.concat(host, mirrors).map(place -> error(place, "inside a machine, this is the machine itself",
                "Write the host's name or address in a network that machines reach."));
    }
}
