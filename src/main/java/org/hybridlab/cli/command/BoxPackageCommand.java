package org.hybridlab.cli.command;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.artifact.box.PackagedBoxes;
import org.hybridlab.artifact.box.PackagedNote;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabArgument;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.RunDisplay;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.host.Software;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.packaging.BoxPackagePlanner;
import org.hybridlab.provision.packaging.PackableMachine;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.lab.LabInUse;
import org.hybridlab.service.lab.LabService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a box of a prepared Windows machine, so that later labs skip its features and their reboot. */
@Command(name = "package",
        description = "Make a box of a prepared Windows machine: later labs skip features and reboot.",
        footer = "  hybridlab box package first-hybrid win --name win-2022")
public final class BoxPackageCommand extends SessionCommand {
    @Mixin
    private LabArgument lab;
    @Parameters(index = "1", paramLabel = "MACHINE", description = "A Windows machine of a lab that is up.")
    private String machine;
    @Option(names = "--name", paramLabel = "NAME",
            description = "Lab files will call it hybridlab/NAME. Without it: the lab's name and the machine's.")
    private String name;

    /** The answer for programs. */
    public record Answer(ProviderName provider, String name, String packagedFrom, String base, int build) {
    }

    @Override
    public CommandResult call() {
        LabInUse used = LabInUse.of(lab.named(session), context());
        used.machine(machine);
        LabService service = new LabService(context());
        OpenLab open = service.asItIs(lab.named(session));
        service.needTrust(open);
        Machine one = open.lab().machine(machine).orElseThrow(() -> LabException.invalid("machine-unknown",
                "The lab file of %s has no machine '%s' any more.".formatted(lab.word(), machine),
                "Write it there again, or take another one."));
        LabContext labContext = service.labContext(open);
        PackableMachine.check(labContext, one, session.cancellation());
        PackagedNote note = note(open, one, service.host().boxes().packaged());
        confirm(note);
        service.host().install(Software.forPackaging(open.choice().provider()));
        RunResult result = run(used, labContext, one, note);
        RunFailures.tell(result, context().listener());
        return result.green() ? concluded(open.choice().provider(), note) : RunDisplay.failed(result);
    }

    private PackagedNote note(OpenLab open, Machine one, PackagedBoxes boxes) {
        ProviderName provider = open.choice().provider();
        String wanted = Optional.ofNullable(name).orElse(open.lab().name() + "-" + machine);
        if (!wanted.matches("[a-z0-9]([a-z0-9.-]{0,60}[a-z0-9])?")) {
            throw LabException.invalid("box-name", "'%s' is no name for a box.".formatted(wanted),
                    "Take another --name: small letters, digits, dots and dashes, 62 at most, for example win-2022.");
        }
        String box = PackagedBoxes.PREFIX + wanted;
        if (boxes.isThere(box)) {
            throw LabException.invalid("box-exists", "Vagrant has a box %s already.".formatted(box),
                    "Give another --name, or remove that one: hybridlab box remove %s --provider %s"
                            .formatted(box, provider.id()));
        }
        WindowsSettings windows = one.windows().orElseThrow();
        String from = one.box().map(BoxChoice::name)
                .or(() -> KnownBoxes.installed().of(windows.build(), provider).map(KnownBox::name)).orElseThrow();
        return new PackagedNote(box, open.lab().name() + "/" + machine,
                boxes.note(from, provider).map(PackagedNote::base).orElse(from), windows.build().number());
    }

    private void confirm(PackagedNote note) {
        new Question(session).meant(
                "Packaging takes %s out of its cluster and switches it off, which".formatted(machine),
                "Take %s out of the cluster of %s, switch it off, and make the box %s of it?".formatted(machine,
                        lab.word(), note.name()), "Nothing was changed.");
    }

    private RunResult run(LabInUse used, LabContext labContext, Machine one, PackagedNote note) {
        try (LabLock lock = LabLock.acquire(context().runFolder(labContext.workspace()), Clock.systemUTC());
             RunDisplay display = RunDisplay.open(session, false)) {
            used.mustStillBeUp(context());
            Engine engine = new Engine(context().runFolder(labContext.workspace()), Settings.of(1, Map.of()),
                    Clock.systemUTC(), display.listeners());
            return engine.run(BoxPackagePlanner.plan(labContext, one, note), lock, session.cancellation());
        }
    }

    private CommandResult concluded(ProviderName provider, PackagedNote note) {
        say("In a lab file: - {name: %s, os: windows, build: %d, box: %s}"
                .formatted(machine, note.build(),
                note.name()));
        say("%s is off, and no node of %s: `hybridlab up %s` brings it back."
                .formatted(machine, lab.word(),
                lab.word()));
        return CommandResult.of(DocumentKind.BOX_PACKAGE, new Answer(provider, note.name(), note.packagedFrom(),
                note.base(), note.build()), note.name());
    }
}
