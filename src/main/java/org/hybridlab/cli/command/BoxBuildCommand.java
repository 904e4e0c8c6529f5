package org.hybridlab.cli.command;

import java.util.LinkedHashSet;
import java.util.Set;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.cli.support.BundleSelection;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.Software;
import org.hybridlab.provision.context.TwoPartProgress;
import org.hybridlab.service.context.TaskListener;
import org.hybridlab.service.lab.HostService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Builds a box; well if it is there. */
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

    /** The answer for programs. */
    public record Answer(ProviderName provider, String name) {
    }

    @Override
    public CommandResult call() {
        HostService host = new HostService(context());
        ProviderName chosen = provider.orOf(host);
        String name = build(host, chosen);
        return CommandResult.of(DocumentKind.BOX, new Answer(chosen, name), name);
    }

    private String build(HostService host, ProviderName chosen) {
        Boxes boxes = host.boxes();
        Arch arch = Arch.ofThisHost();
        host.install(needed(boxes, chosen, arch));
        try (TaskListener task = context().listener().task()) {
            Fetching fetching = context().fetching(task);
            if (stock) {
                return boxes.ensureStock(chosen, arch, fetching);
            }
            TwoPartProgress parts = new TwoPartProgress(fetching, Boxes.USUAL);
            return boxes.ensure(chosen, bundle(arch, parts.first()), parts.second());
        }
    }

    /** As `up` has it: some parts of a bundle are only to be had as Go modules. */
    Set<Software> needed(Boxes boxes, ProviderName chosen, Arch arch) {
        Bundles bundles = context().bundles();
        KubernetesVersion version = BundleSelection.kubernetes(kubernetes, bundles);
        Set<Software> needed = new LinkedHashSet<>();
        if (!boxes.exists(chosen, stock ? boxes.stockName(chosen, arch) : boxes.name(chosen, version, arch),
                context().cancellation())) {
            needed.add(Software.MMDEBSTRAP);
        }
        if (!stock && !bundles.estimate(version, Group.LINUX, arch).isComplete()) {
            needed.add(Software.GO);
        }
        return needed;
    }

    private Bundle bundle(Arch arch, Fetching fetching) {
        Bundles bundles = context().bundles();
        KubernetesVersion version = BundleSelection.kubernetes(kubernetes, bundles);
        Bundles.refuse(bundles.verify(version, Group.LINUX, arch));
        return bundles.get(version, Group.LINUX, arch, fetching);
    }
}
