package org.hybridlab.cli.support;

import org.hybridlab.service.context.EnvironmentVariables;
import picocli.CommandLine.Option;

/** {@code --simulate-windows}, or its environment variable. */
public final class SimulationFlag {
    private static final String FLAG = "--simulate-windows";

    @Option(names = FLAG, description = {
            "Make no Windows machines: let Kubernetes see simulated nodes in their place, on which nothing runs",
            "($HYBRIDLAB_SIMULATE_WINDOWS=1). Stays so until the lab is destroyed."})
    private boolean given;

    public boolean given() {
        return given;
    }

    public boolean asked(Session session) {
        return given || EnvironmentVariables.isOn(session.environment(), EnvironmentDefaults.variable(FLAG));
    }
}
