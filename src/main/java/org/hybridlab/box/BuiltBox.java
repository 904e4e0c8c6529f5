package org.hybridlab.box;

import org.hybridlab.lab.ProviderName;

/**
 * A box that is on this host.
 *
 * @param name as the Vagrantfile calls it
 * @param kubernetes which version is in it; {@code none} for a stock box
 * @param current whether this installation would use it; else an older recipe made it
 * @param megabytes on disk, shared parts counted with each
 */
public record BuiltBox(ProviderName provider, String name, String kubernetes, boolean current, long megabytes) {
}
