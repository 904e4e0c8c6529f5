package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** A registry that is its own mirror is asked twice, and is no help if it does not answer. */
final class MirrorsElsewhere implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("registry-mirror-itself", "No registry is its own mirror.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.REGISTRIES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().registries()).stream().flatMap(one -> Numbered.of(one.item().mirrors()).stream()
                .filter(mirror -> host(mirror.item()).equals(one.item().host()))
                .map(mirror -> error(Place.of("registries", one.number(), "mirrors", mirror.number()),
                        "%s is the registry itself".formatted(mirror.item()),
                        "Leave it out; `plainHttp: true` is for a registry without TLS."))).toList();
    }

    private static String host(String url) {
        return url.replaceFirst("^https?://", "").replaceFirst("/.*$", "");
    }
}
