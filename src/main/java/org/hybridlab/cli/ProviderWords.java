package org.hybridlab.cli;

import java.util.Iterator;
import java.util.stream.Stream;

import org.hybridlab.lab.ProviderName;

/** The providers as users write them, for help pages and shell completion. */
final class ProviderWords implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Stream.of(ProviderName.values()).map(ProviderName::word).iterator();
    }
}
