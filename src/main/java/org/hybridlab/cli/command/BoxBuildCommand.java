package org.hybridlab.cli.command;

import org.hybridlab.cli.support.BundleSelection;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.service.lab.HostService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "build", description = "Build the Linux box from Debian packages and the bundle, images unpacked.",
        footer = "  hybridlab box build --kubernetes 1.36.3 --provider docker")
public final class BoxBuildCommand extends SessionCommand {
    @Mixin
    private BoxProvider provider;

    @Option(names = "--kubernetes", paramLabel = "VERSION",
            description = "For example 1.36.3. Without it: the newest that `hybridlab bundle list` shows.")
    private String kubernetes;

    @Option(names = "--stock", description = "Without any Kubernetes: a machine with systemd and sshd only.")
    private boolean stock;

    public record Answer(ProviderName provider, String name) {
    }

    @Override
    public CommandResult call() {
        HostService host = new HostService(context());
        ProviderName chosen = provider.orOf(host);
        String name = host.buildBox(chosen, BundleSelection.kubernetes(kubernetes, context().bundles()), stock);
        return CommandResult.of(DocumentKind.BOX, new Answer(chosen, name), name);
    }
}
