package org.hybridlab.cli.support;

import org.hybridlab.config.file.LabLocation;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.lab.LabAccess;
import picocli.CommandLine.Mixin;

/** {@code hybridlab COMMAND LAB [--name NAME]}. */
public abstract class LabCommand extends SessionCommand {
    @Mixin
    private InstanceArgument lab;

    protected final LabLocation location() {
        return lab.location(session);
    }

    protected final NamedLab named() {
        return lab.named(session);
    }

    /** From its workspace, without its file. */
    protected final LabAccess access() {
        return LabAccess.of(named(), context());
    }

    protected final String word() {
        return lab.word();
    }
}
