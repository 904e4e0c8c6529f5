package org.hybridlab.provision.up;

import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab;

/** Refuses another provider in the file of a lab that is up: its machines stay where they are. */
public final class ProviderKept {
    private ProviderKept() {
    }

    /**
     * What a flag once overrode is no change.
     *
     * @param written what the lab file says now
     * @throws LabException {@code provider-differs} (exit 2)
     */
    public static void check(KnownLab earlier, Optional<ProviderName> written) {
        String then = earlier.provider().id();
        if (earlier.written().equals(written)) {
            return;
        }
        written.filter(now -> now != earlier.provider()).ifPresent(now -> {
            throw LabException.invalid("provider-differs", "The lab %s is up on %s, and its file says %s."
                    .formatted(earlier.name(), then, now.id()),
                    "Write provider: %1$s into the file, call `up` with --provider %1$s, or destroy the lab first."
                            .formatted(then));
        });
    }
}
