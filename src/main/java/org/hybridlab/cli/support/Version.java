package org.hybridlab.cli.support;

import org.hybridlab.service.context.ProductVersion;
import picocli.CommandLine.IVersionProvider;

/** From the jar's manifest; {@code development} when run from classes. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"hybridlab " + ProductVersion.number()};
    }

}
