package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.OpenFlags;
import org.hybridlab.cli.support.Session;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.lab.LabService;
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
        LabService service = new LabService(session.context());
        OpenLab open = service.open(lab.named(session), flags.options(session));
        if (service.isKnown(open)) {
            // Vagrant would run what is written over the Vagrantfile of machines that are there.
            service.needTrust(open);
        }
        LabContext tools = service.tools(open);
        tools.files().writeTo(service.workspace(open));
        return CommandResult.of(DocumentKind.WORKSPACE, new Written(open.workspace().folder()),
                open.workspace().folder().toString());
    }

    /** The shape of {@code --output json}. */
    public record Written(Path folder) {
    }
}
