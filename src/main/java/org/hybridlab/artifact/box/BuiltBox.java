package org.hybridlab.artifact.box;

import java.util.Optional;

import org.hybridlab.config.model.ProviderName;

/**
 * A box on this host.
 *
 * @param kubernetes its version; {@code none} for a stock or packaged box
 * @param current false for a box of an older recipe
 * @param megabytes on disk; shared parts count for each box
 * @param packagedFrom lab and machine of a packaged box
 */
public record BuiltBox(ProviderName provider, String name, String kubernetes, boolean current, long megabytes,
                       Optional<String> packagedFrom) {
}
