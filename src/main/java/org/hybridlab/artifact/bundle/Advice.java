package org.hybridlab.artifact.bundle;

final class Advice {
    static final String OTHER_SOURCES = "Run the same command again; or take --source modules (Go modules), "
            + "or `hybridlab bundle import FILE` with what `hybridlab bundle export` wrote on another host.";

    private Advice() {
    }
}
