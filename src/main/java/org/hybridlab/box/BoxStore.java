package org.hybridlab.box;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.hybridlab.bundle.Fetching;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.process.Cancellation;

/** Where a provider keeps boxes, and how they get there. */
interface BoxStore {
    ProviderName provider();

    /** @param kind {@code linux} or {@code stock} */
    String name(String kind, String version);

    /** Lists of Debian packages, see {@link Recipe#packages}, besides those of every machine. */
    List<String> packageLists();

    /** Every box that hybridlab made; {@code current} is filled in by the caller. */
    List<BuiltBox> list(Cancellation cancellation);

    /** A cheap look. */
    boolean has(String name, Cancellation cancellation);

    /** About how long {@link #build} takes. */
    Duration usual();

    /** @param model what {@link BoxBuilder} says of the machine */
    void build(String name, BoxBuilder bench, Map<String, Object> model, Fetching fetching);

    /** @throws org.hybridlab.failure.LabException {@code box-in-use} if machines stand on it */
    void remove(String name, Cancellation cancellation);
}
