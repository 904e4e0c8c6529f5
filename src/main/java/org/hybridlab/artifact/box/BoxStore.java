package org.hybridlab.artifact.box;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.ProviderName;

interface BoxStore {
    ProviderName provider();

    /** @param kind {@code linux} or {@code stock} */
    String name(String kind, String version);

    /** Extra lists of Debian packages, see {@link Recipe#packages}. */
    List<String> packageLists();

    List<BuiltBox> list(Cancellation cancellation);

    /**
     * Fast.
     *
     * @throws org.hybridlab.common.error.LabException {@code provider-not-answering} if unknown
     */
    boolean has(String name, Cancellation cancellation);

    Duration usual();

    /** @param model values of {@link BoxBuilder} */
    void build(String name, BoxBuilder builder, Map<String, Object> model, Fetching fetching);

    /** @throws org.hybridlab.common.error.LabException {@code box-in-use} if machines use its disk */
    void remove(String name, Cancellation cancellation);
}
