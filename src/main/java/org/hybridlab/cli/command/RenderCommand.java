package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.OpenFlags;
import org.hybridlab.cli.support.Session;
import org.hybridlab.service.RenderService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lays the Vagrantfile, scripts and manifests of a lab into its workspace. */
@Command(name = "render", footerHeading = "%nExample:%n",
        footer = "  hybridlab render first-cluster --provider libvirt")
public final class RenderCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Mixin
    private OpenFlags flags;

    public RenderCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        Path workspace = new RenderService(session.context()).render(lab.named(session), flags.options(session));
        return CommandResult.of(DocumentKind.WORKSPACE, new Written(workspace), workspace.toString());
    }

    /** The shape of {@code --output json}. */
    public record Written(Path folder) {
    }
}
