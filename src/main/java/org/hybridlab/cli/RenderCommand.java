package org.hybridlab.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.hybridlab.steps.LabContext;
import org.hybridlab.steps.OpenLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lays the Vagrantfile, scripts and manifests of a lab into its workspace. */
@Command(name = "render", footerHeading = "%nExample:%n",
        footer = "  hybridlab render first-cluster --provider libvirt")
final class RenderCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Mixin
    private OpenFlags flags;

    RenderCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        LabService front = new LabService(session);
        OpenLab open = front.open(lab, flags.wish(session));
        if (front.isKnown(open)) {
            // Vagrant would run what is written over the Vagrantfile of machines that are there.
            front.needTrust(open);
        }
        LabContext tools = front.tools(open);
        tools.files().writeTo(front.workspace(open));
        return CommandResult.of(DocumentKind.WORKSPACE, new Written(open.workspace().folder()),
                open.workspace().folder().toString());
    }

    /** The shape of {@code --output json}. */
    record Written(Path folder) {
    }
}
