package org.hybridlab.config.model;

import java.util.function.Predicate;
import java.util.stream.Stream;

import org.hybridlab.common.text.WordList;

/** The Vagrant providers that labs can run on. What differs between them is asked of {@link #traits()}. */
public enum ProviderName {
    VIRTUALBOX("virtualbox"), HYPERV("hyperv"), LIBVIRT("libvirt"), DOCKER("docker"), PARALLELS("parallels");

    private final String id;

    ProviderName(String id) {
        this.id = id;
    }

    /** What it can do, for rules, planners and docs. */
    public ProviderTraits traits() {
        return ProviderTraits.of(this);
    }

    /** As Vagrant, lab files and the command line write it. */
    public String id() {
        return id;
    }

    /** Ids of all that fit, for advice: {@code virtualbox, libvirt or docker}. */
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
