package org.hybridlab.cli.support;

import java.util.Iterator;
import java.util.stream.Stream;

import org.hybridlab.config.model.ProviderName;

/** The ids of providers, for help pages and completion. */
public final class ProviderWords implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Stream.of(ProviderName.values()).map(ProviderName::id).iterator();
    }
}
