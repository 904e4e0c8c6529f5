package org.hybridlab.config.model;

import java.util.function.Predicate;
import java.util.stream.Stream;

import org.hybridlab.common.text.WordList;

/** Vagrant providers for labs. {@link #traits()} says how they differ. */
public enum ProviderName {
    VIRTUALBOX("virtualbox"), HYPERV("hyperv"), LIBVIRT("libvirt"), DOCKER("docker"), PARALLELS("parallels");

    private final String id;

    ProviderName(String id) {
        this.id = id;
    }

    public ProviderTraits traits() {
        return ProviderTraits.of(this);
    }

    public String id() {
        return id;
    }

    /** For advice, such as {@code virtualbox, libvirt or docker}. */
    public static String idsOf(Predicate<ProviderTraits> fits) {
        return WordList.of(Stream.of(values()).filter(name -> fits.test(name.traits())).map(ProviderName::id).toList(),
                "or");
    }

    /** @throws IllegalArgumentException if no provider has that id */
    public static ProviderName of(String id) {
        return Stream.of(values()).filter(one -> one.id.equalsIgnoreCase(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no provider is called " + id));
    }
}
