package org.hybridlab.service.orphan;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.LabResource;

/**
 * What a crash or a deleted folder left of a lab on this host.
 *
 * @param kind such as {@code container} or {@code record}
 * @param name the provider's name, a path, or a process id
 * @param lab id, if known
 * @param workspace if known
 * @param provider empty for files of the host
 * @param since when it was created, if known
 * @param bytes on disk, if known
 * @param reason why it is an orphan, or why that is unknown
 */
public record Orphan(String kind, String name, Optional<String> lab, Optional<String> workspace,
                     Optional<String> provider, Optional<Instant> since, OptionalLong bytes, String reason) {
    static Orphan of(ProviderName provider, LabResource resource, String reason) {
        return new Orphan(resource.kind().id(), resource.name(), Optional.of(resource.lab().toString()),
                resource.origin().map(origin -> origin.workspace().toString()), Optional.of(provider.id()),
                resource.since(), resource.bytes(), reason);
    }

    static Orphan local(String kind, String name, Optional<String> lab, Optional<String> workspace, String reason) {
        return new Orphan(kind, name, lab, workspace, Optional.empty(), Optional.empty(), OptionalLong.empty(), reason);
    }

    public String title() {
        return kind + " " + name;
    }
}
