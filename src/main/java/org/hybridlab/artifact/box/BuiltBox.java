package org.hybridlab.artifact.box;

import java.util.Optional;

import org.hybridlab.config.model.ProviderName;

/**
 * A box that is on this host.
 *
 * @param name as the Vagrantfile calls it
 * @param kubernetes which version is in it; {@code none} for a stock box, and for a packaged one
 * @param current whether this installation would use it; else an older recipe made it
 * @param megabytes on disk, shared parts counted with each
 * @param packagedFrom lab and machine, if it was not built but packaged
 */
public record BuiltBox(ProviderName provider, String name, String kubernetes, boolean current, long megabytes,
                       Optional<String> packagedFrom) {
}
