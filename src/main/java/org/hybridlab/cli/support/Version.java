package org.hybridlab.cli.support;

import picocli.CommandLine.IVersionProvider;

/** From the jar's manifest; {@code development} when run from classes. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"hybridlab " + number()};
    }

    public static String number() {
        String fromJar = Version.class.getPackage().getImplementationVersion();
        return fromJar == null ? "development" : fromJar;
    }
}
