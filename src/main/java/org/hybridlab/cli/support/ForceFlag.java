package org.hybridlab.cli.support;

import org.hybridlab.service.context.EnvironmentVariables;
import picocli.CommandLine.Option;

/** {@code --force}, or its environment variable. */
public final class ForceFlag {
    private static final String FLAG = "--force";

    @Option(names = FLAG, description = {
            "Take also a lab in a legacy network mode, for what it is worth today ($HYBRIDLAB_FORCE=1)."})
    private boolean given;

    public boolean given(Session session) {
        return given || EnvironmentVariables.isOn(session.environment(), EnvironmentDefaults.variable(FLAG));
    }
}
