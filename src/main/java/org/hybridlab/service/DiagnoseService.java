package org.hybridlab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.diagnose.Collected;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.DiagnosisText;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.diagnose.SupportArchive;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.MachineRecords;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.check.Diagnostics;
import org.hybridlab.service.check.NotesBeforeChecks;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ProductVersion;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.HostService;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.LabService;
import tools.jackson.databind.json.JsonMapper;

public final class DiagnoseService {
    private final ServiceContext context;
    private boolean toldChanges;

    public DiagnoseService(ServiceContext context) {
        this.context = context;
    }

    /**
     * @param since greatest age of logs and events
     * @param within time limit of all looks
     * @param text a file of this host to search too
     * @param archive where to pack the evidence, without known secrets
     */
    public record DiagnoseOptions(Duration since, Duration within, Optional<Path> text, Optional<Path> archive) {
        public static final DiagnoseOptions USUAL =
                new DiagnoseOptions(Duration.ofMinutes(30), Duration.ofSeconds(8), Optional.empty(), Optional.empty());

        public DiagnoseOptions withoutArchive() {
            return new DiagnoseOptions(since, within, text, Optional.empty());
        }
    }

    /**
     * Collects evidence and finds known failures in it. For a lab that is not trusted it runs no checks, and asks
     * nobody.
     *
     * @throws LabException {@code lab-not-up}, {@code text-unreadable} or {@code archive-exists} (exit 2), or {@code
     * archive-not-written} (exit 3)
     */
    public Diagnosis diagnose(NamedLab lab, DiagnoseOptions options) {
        options.archive().map(context.directory()::resolve).ifPresent(SupportArchive::mustBePossible);
        LabService service = new LabService(context);
        OpenLab open = service.asItIs(lab);
        if (!open.workspace().exists()) {
            throw LabAccess.of(lab, context).notUp();
        }
        LabContext labContext = service.labContext(open);
        Diagnostics diagnostics = new Diagnostics(context, labContext);
        if (!service.isKnown(open) && !diagnostics.hasRuns()) {
            throw LabAccess.of(lab, context).notUp();
        }
        tellChanges(labContext);
        Collected collected;
        try (CancellableScope ignored = context.listener().cancellable()) {
            collected = diagnostics.look(options.text().stream().map(this::read).toList(),
                    () -> service.isTrusted(open), options.since(), options.within());
        }
        Diagnosis judged = diagnostics.judge(collected);
        Diagnosis diagnosis = LabException.known(new WorkspaceState(open.workspace())::resetTo)
                .flatMap(reset -> reset).map(judged::during).orElse(judged);
        options.archive().ifPresent(file -> {
            List<Machine> asked = service.isTrusted(open) ? open.lab().madeWindowsMachines() : List.of();
            SupportArchive archive = packed(open, diagnostics, collected, diagnosis);
            asked.forEach(machine -> archive.text("records/%s/now.json".formatted(machine.name()),
                    List.of(record(labContext, machine))));
            archive.writeTo(context.directory().resolve(file));
        });
        return diagnosis;
    }

    private void tellChanges(LabContext labContext) {
        if (!toldChanges) {
            toldChanges = true;
            NotesBeforeChecks.lines(labContext).forEach(context.listener()::message);
        }
    }

    private Evidence read(Path text) {
        Path file = context.directory().resolve(text);
        try {
            return new Evidence(EvidenceKind.TEXT, Evidence.HOST, file.toString(), Optional.empty(),
                    Files.readAllLines(file));
        } catch (IOException e) {
            throw LabException.invalid("text-unreadable", "%s cannot be read: %s".formatted(file, e.getMessage()),
                    "Name a text file in UTF-8.").causedBy(e);
        }
    }

    private SupportArchive packed(OpenLab open, Diagnostics diagnostics, Collected collected, Diagnosis diagnosis) {
        SupportArchive archive = new SupportArchive(diagnostics.redactor());
        archive.text("findings.txt", DiagnosisText.lines(diagnosis));
        archive.text("version.txt", List.of("hybridlab " + ProductVersion.number(),
                "Kubernetes " + open.lab().kubernetes(), "on " + open.choice().provider().traits().title(),
                new HostService(context).facts().system().title()));
        archive.evidence(collected.evidence());
        archive.file("lab.yaml", open.location().file());
        diagnostics.files().forEach(one -> archive.file(
                open.workspace().folder().relativize(one).toString().replace('\\', '/'), one));
        return archive;
    }

    /** What a Windows machine says now; beside it are the records of moments that do not come back. */
    private String record(LabContext labContext, Machine machine) {
        context.listener().message("Asking %s ...".formatted(machine.name()));
        return JsonMapper.shared().writeValueAsString(MachineRecords.now(labContext, machine, context.cancellation()));
    }
}
