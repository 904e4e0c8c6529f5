package org.hybridlab.rules;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.hybridlab.lab.Outside;

/** These settings reach the guests. */
final class ReachableFromMachines implements Rule {
    private static final Pattern LOOPBACK = Pattern.compile("^https?://([^@/]*@)?(localhost|127\\.[0-9.]+)(:|/|$)");

    @Override
    public RuleEntry entry() {
        return new RuleEntry("outside-loopback",
                "Proxies and mirrors are named as machines reach them, not as localhost.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.OUTSIDE);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Outside outside = facts.lab().outside();
        Map<String, Optional<String>> urls = new TreeMap<>(Map.of("httpProxy", outside.httpProxy(),
                "httpsProxy", outside.httpsProxy(), "registryMirror", outside.registryMirror()));
        return urls.entrySet().stream().filter(url -> url.getValue().filter(LOOPBACK.asPredicate()).isPresent())
                .map(url -> error(Place.of("outside", url.getKey()), "inside a machine, %s is the machine itself"
                        .formatted(url.getValue().get()),
                        "Write the host's name or address in a network that machines reach."))
                .toList();
    }
}
