package org.hybridlab.provider.api;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A provider's resource with hybridlab's label or name.
 *
 * @param id by which the provider removes it
 * @param name for people
 * @param origin empty if the provider has no labels
 * @param since when it was created, if known
 * @param bytes on disk, if known
 */
public record LabResource(Kind kind, String id, String name, LabId lab, Optional<ResourceOrigin> origin,
                          Optional<Instant> since, OptionalLong bytes) {
    public enum Kind {
        CONTAINER, MACHINE, VOLUME, NETWORK;

        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** For a provider that has only names. Takes the first lab that matches. */
    public static Optional<LabResource> named(Kind kind, String id, String name) {
        return LabId.candidates(name).stream().findFirst().map(lab -> new LabResource(kind, id, name, lab,
                Optional.empty(), Optional.empty(), OptionalLong.empty()));
    }

    /** Whether it is the same resource. A name may have been reused. */
    public boolean isSame(LabResource other) {
        return kind == other.kind && id.equals(other.id) && lab.equals(other.lab) && origin.equals(other.origin);
    }

    public LabResource of(LabId other) {
        return new LabResource(kind, id, name, other, origin, since, bytes);
    }

    public String title() {
        return kind.id() + " " + name;
    }
}
