package org.hybridlab.cli;

import picocli.CommandLine.IVersionProvider;

/** From the jar's manifest; {@code development} when run from classes. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"hybridlab " + number()};
    }

    static String number() {
        String fromJar = Version.class.getPackage().getImplementationVersion();
        return fromJar == null ? "development" : fromJar;
    }
}
