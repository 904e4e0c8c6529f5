package org.hybridlab.cli;

import java.util.Optional;
import java.util.concurrent.Callable;

import org.hybridlab.lab.ProviderName;
import org.hybridlab.steps.OpenLab;
import org.hybridlab.steps.OpenWish;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lays the Vagrantfile, scripts and manifests of a lab into its workspace. */
@Command(name = "render", footerHeading = "%nExample:%n", footer = "  hybridlab render first-cluster --provider libvirt")
final class RenderCommand implements Callable<Integer> {
    private final Session session;
    @Mixin
    private LabArgument lab;
    @Option(names = "--provider", paramLabel = "NAME", completionCandidates = ProviderWords.class,
            description = "${COMPLETION-CANDIDATES}. Without it: the lab file's, else the best that this host can run.")
    private ProviderName provider;
    @Mixin
    private SimulationFlag simulation;

    RenderCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LabFront front = new LabFront(session);
        OpenWish wish = new OpenWish(Optional.ofNullable(provider), simulation.asked(session));
        OpenLab open = front.open(lab, wish);
        front.tools(open).files().writeTo(open.workspace().create());
        session.out().println(open.workspace().folder());
        return 0;
    }
}
