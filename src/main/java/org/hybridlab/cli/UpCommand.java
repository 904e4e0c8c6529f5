package org.hybridlab.cli;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

import org.hybridlab.engine.Engine;
import org.hybridlab.engine.LabLock;
import org.hybridlab.engine.RunFolder;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.guest.LabKey;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.KnownLabs.KnownLab;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.plan.Plan;
import org.hybridlab.steps.LabOpener;
import org.hybridlab.steps.LabTools;
import org.hybridlab.steps.LabWorkshop;
import org.hybridlab.steps.OpenLab;
import org.hybridlab.steps.UpPlanner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings a lab up and checks it; run again, it does what is missing. */
@Command(name = "up", footerHeading = "%nExample:%n", footer = "  hybridlab up first-cluster --yes")
final class UpCommand implements Callable<Integer> {
    private final Session session;
    @Mixin
    private LabArgument lab;
    @Option(names = "--provider", paramLabel = "NAME", completionCandidates = ProviderWords.class,
            description = "${COMPLETION-CANDIDATES}. Without it: the lab file's, else the best that this host can run.")
    private ProviderName provider;

    UpCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        HostFront host = new HostFront(session);
        KnownLabs known = new KnownLabs(session.folders());
        OpenLab open = new LabOpener(known, host.facts(), host.choice())
                .open(lab.location(session), Optional.ofNullable(provider));
        host.setup(session.err()::println).makeReady(open.choice().provider(), Set.of());
        open.workspace().create();
        RunFolder folder = new RunFolder(open.workspace().folder(), open.workspace().logs());
        try (LabLock lock = LabLock.acquire(folder, Clock.systemUTC())) {
            known.remember(new KnownLab(open.lab().name(), open.workspace().folder().toString(),
                    open.choice().provider(), open.lab().network().machines().toString()));
            LabKey.ensure(session.processes(), open.workspace(), session.cancellation());
            LabTools tools = new LabWorkshop(session.home(), session.processes()).tools(open);
            tools.files().writeTo(open.workspace());
            Plan plan = UpPlanner.plan(tools);
            Engine engine = new Engine(folder, Settings.of(8, Map.of(LabTools.CREATE_PERMIT, 8)), Clock.systemUTC(),
                    List.of(event -> session.err().println(event)));
            RunResult result = engine.run(plan, lock, session.cancellation());
            return result.exitCode().number();
        }
    }
}
