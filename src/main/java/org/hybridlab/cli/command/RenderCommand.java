package org.hybridlab.cli.command;

import java.nio.file.Path;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.OpenFlags;
import org.hybridlab.service.RenderService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "render",
        footer = "  hybridlab render first-cluster --provider libvirt")
public final class RenderCommand extends LabCommand {
    private static final DocumentKind<Written> WORKSPACE = new DocumentKind<>("workspace", Written.class);

    @Mixin
    private OpenFlags flags;

    @Override
    public CommandResult call() {
        Path workspace = new RenderService(context()).render(named(), flags.options(session));
        return CommandResult.of(WORKSPACE, new Written(workspace), workspace.toString());
    }

    public record Written(Path folder) {
    }
}
