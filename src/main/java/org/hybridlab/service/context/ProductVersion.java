package org.hybridlab.service.context;

public final class ProductVersion {
    private ProductVersion() {
    }

    /** From the jar's manifest; {@code development} when run from classes. */
    public static String number() {
        String fromJar = ProductVersion.class.getPackage().getImplementationVersion();
        return fromJar == null ? "development" : fromJar;
    }
}
