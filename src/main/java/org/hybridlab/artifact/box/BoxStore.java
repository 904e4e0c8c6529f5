package org.hybridlab.artifact.box;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.ProviderName;

/** Where a provider keeps boxes, and how they get there. */
interface BoxStore {
    ProviderName provider();

    /** @param kind {@code linux} or {@code stock} */
    String name(String kind, String version);

    /** Lists of Debian packages, see {@link Recipe#packages}, besides those of every machine. */
    List<String> packageLists();

    /** Every box that hybridlab made; {@code current} is filled in by the caller. */
    List<BuiltBox> list(Cancellation cancellation);

    /**
     * A cheap look.
     *
     * @throws org.hybridlab.common.error.LabException {@code provider-not-answering} if that cannot be told
     */
    boolean has(String name, Cancellation cancellation);

    /** About how long {@link #build} takes. */
    Duration usual();

    /** @param model what {@link BoxBuilder} says of the machine */
    void build(String name, BoxBuilder builder, Map<String, Object> model, Fetching fetching);

    /** @throws org.hybridlab.common.error.LabException {@code box-in-use} if machines stand on it */
    void remove(String name, Cancellation cancellation);
}
