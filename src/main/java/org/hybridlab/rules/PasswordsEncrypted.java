package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** Anyone who listens in the lab's network reads it. */
final class PasswordsEncrypted implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("registry-login-plain", "Nobody logs in to a registry over plain HTTP.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.REGISTRIES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().registries()).stream()
                .filter(one -> one.item().plainHttp() && one.item().login().isPresent())
                .map(one -> warning(Place.of("registries", one.number(), "login"),
                        "the password for %s travels in the clear".formatted(one.item().host()),
                        "Give the registry TLS, or let anybody in.")).toList();
    }
}
