package org.hybridlab.service.box;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.hybridlab.artifact.box.PackagedBoxes;
import org.hybridlab.artifact.box.PackagedNote;
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
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.RunListener;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceResult;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.LabService;

/** Packages a prepared Windows machine as a box, so later labs skip its features and reboot. */
public record BoxPackageService(ServiceContext context) {
    public record PackagedBox(ProviderName provider, String name, String packagedFrom, String base, int build) {
    }

    /**
     * @param name of the box, without prefix; empty: from lab and machine
     * @param confirmation gets the whole name before anything changes; throws to refuse
     */
    public ServiceResult<PackagedBox> of(NamedLab lab, String machine, Optional<String> name,
                                         Consumer<String> confirmation) {
        LabAccess access = LabAccess.of(lab, context);
        access.machine(machine);
        LabService service = new LabService(context);
        OpenLab open = service.asItIs(lab);
        service.needTrust(open);
        Machine one = open.lab().machine(machine).orElseThrow(() -> LabException.invalid("machine-unknown",
                "The lab file of %s has no machine '%s' any more.".formatted(lab.word(), machine),
                "Write it there again, or take another one."));
        LabContext labContext = service.labContext(open);
        PackableMachine.check(labContext, one, context.cancellation());
        ProviderName provider = open.choice().provider();
        String from = open.lab().name() + "/" + machine;
        PackagedNote note = note(name.orElse(from.replace('/', '-')), from, one, provider,
                service.host().boxes().packaged());
        confirmation.accept(note.name());
        service.host().install(Software.forPackaging(provider));
        RunResult run = run(access, labContext, one, note);
        RunFailures.tell(run, context.listener());
        return run.green() ? ServiceResult.of(new PackagedBox(provider, note.name(), note.packagedFrom(), note.base(),
                note.build())) : ServiceResult.failed(run);
    }

    private static PackagedNote note(String wanted, String from, Machine one, ProviderName provider,
                                     PackagedBoxes boxes) {
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
        String base = one.box().map(BoxChoice::name)
                .or(() -> KnownBoxes.installed().of(windows.build(), provider).map(KnownBox::name)).orElseThrow();
        return new PackagedNote(box, from, boxes.note(base, provider).map(PackagedNote::base).orElse(base),
                windows.build().number());
    }

    private RunResult run(LabAccess access, LabContext labContext, Machine one, PackagedNote note) {
        try (LabLock lock = LabLock.acquire(context.runFolder(labContext.workspace()), Clock.systemUTC());
             RunListener listener = context.listener().run()) {
            access.mustStillBeUp(context);
            Engine engine = new Engine(context.runFolder(labContext.workspace()), Settings.of(1, Map.of()),
                    Clock.systemUTC(), listener.listeners());
            return engine.run(BoxPackagePlanner.plan(labContext, one, note), lock, context.cancellation());
        }
    }
}
