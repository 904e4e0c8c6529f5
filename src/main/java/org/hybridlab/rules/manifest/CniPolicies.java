package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** A plugin passes over keys that it does not know, and pods then have no way out and no Services. */
final class CniPolicies extends CniRule {
    CniPolicies() {
        super("cni-policies", "win-overlay and win-bridge get their policies as `policies`, Microsoft's sdn plugins as "
                + "`AdditionalArgs`.");
    }

    @Override
    Stream<Flaw> look(CniConfig config, Lab lab) {
        String right = config.readsPolicies() ? "policies" : "AdditionalArgs";
        String wrong = config.readsPolicies() ? "AdditionalArgs" : "policies";
        ManifestNode unread = CniConfig.get(config.plugin(), wrong);
        return unread.isPresent() ? Stream.of(new Flaw(unread, "%s does not read '%s', so that none of this holds"
                .formatted(config.type(), wrong), "Write `%s`.".formatted(right))) : Stream.of();
    }
}
