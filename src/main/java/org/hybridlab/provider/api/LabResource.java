package org.hybridlab.provider.api;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Something that a provider has for a lab, by the provider's own list and with hybridlab's own label or name.
 *
 * @param id by which the provider removes it, and nothing else
 * @param name for people
 * @param origin who made it; empty where the provider keeps no labels
 * @param since when it was made, where that is known
 * @param bytes of disk that it takes, where that is known
 */
public record LabResource(Kind kind, String id, String name, LabId lab, Optional<ResourceOrigin> origin,
                          Optional<Instant> since, OptionalLong bytes) {
    /** In the order in which they can go. */
    public enum Kind {
        CONTAINER, MACHINE, VOLUME, NETWORK;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of a provider that keeps nothing but names. Of several labs that it can be of, the first is taken. */
    public static Optional<LabResource> named(Kind kind, String id, String name) {
        return LabId.candidates(name).stream().findFirst().map(lab -> new LabResource(kind, id, name, lab,
                Optional.empty(), Optional.empty(), OptionalLong.empty()));
    }

    /** Whether it is the same one: a name alone may be another one's by now. */
    public boolean isSame(LabResource other) {
        return kind == other.kind && id.equals(other.id) && lab.equals(other.lab) && origin.equals(other.origin);
    }

    /** The same of another lab. */
    public LabResource of(LabId other) {
        return new LabResource(kind, id, name, other, origin, since, bytes);
    }

    public String title() {
        return kind.word() + " " + name;
    }
}
