package org.hybridlab.service;

import java.util.List;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provision.state.CreatedLab;

/** Asks the provider whether anything of a removed lab is left. If so, the lab keeps its record. */
final class RemovalProof {
    private RemovalProof() {
    }

    /** @throws LabException {@code lab-remains}; {@code removal-not-judged} (exit 5) if the provider does not say */
    static void check(CreatedLab lab, Cancellation cancellation) {
        List<LabResource> left = left(lab, cancellation);
        if (!left.isEmpty()) {
            throw LabException.labFailed("lab-remains", "Of the lab %s this is still there: %s.".formatted(
                    lab.id().lab(), left.stream().map(LabResource::title).collect(Collectors.joining(", "))),
                    "Look at what uses it, then run the same command again.");
        }
    }

    private static List<LabResource> left(CreatedLab lab, Cancellation cancellation) {
        try {
            return lab.provider().resources(lab.id(), cancellation);
        } catch (LabException e) {
            if (cancellation.isRequested()) {
                throw e;
            }
            throw LabException.notJudged("removal-not-judged",
                    "Whether all of the lab %s is gone is not known: %s".formatted(lab.id().lab(), e.what()),
                    "Run the same command again once the provider answers.").causedBy(e);
        }
    }
}
