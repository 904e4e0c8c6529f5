package org.hybridlab.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.FixCall;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.LabException;
import org.hybridlab.diagnose.Collected;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.DiagnosisText;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.diagnose.SupportArchive;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.check.Diagnostics;
import org.hybridlab.service.check.SafeFixes;
import org.hybridlab.service.context.ProductVersion;
import org.hybridlab.service.lab.LabInUse;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.terminal.Interrupts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads what machines and cluster say, and tells which known failures show in it. */
@Command(name = "diagnose", footerHeading = "%nExample:%n", footer = {
        "  hybridlab diagnose first-cluster",
        "  hybridlab diagnose first-cluster --fix",
        "  hybridlab diagnose first-cluster --bundle first-cluster.tar.gz"})
public final class DiagnoseCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Option(names = "--since", paramLabel = "MINUTES", defaultValue = "30",
            description = "How old news of machines and cluster may be (${DEFAULT-VALUE}).")
    private int since;
    @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "30",
            description = "Leave out what has not answered by then (${DEFAULT-VALUE}).")
    private int timeout;
    @Option(names = "--text", paramLabel = "FILE",
            description = "Look in this text too, for example what a program has printed elsewhere.")
    private Path text;
    @Option(names = "--bundle", paramLabel = "FILE",
            description = "Also pack all that was read into a tar.gz for someone who can help, "
                    + "without the secrets that are recognised (best effort).")
    private Path bundle;
    @Option(names = "--fix",
            description = "Run the commands of findings where that loses nothing, then diagnose again. Asks first.")
    private boolean fix;

    public DiagnoseCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        if (fix && text != null) {
            throw LabException.invalid("fix-with-text", "--fix and --text do not go together: text from elsewhere may "
                    + "be about another lab.", "Leave one of them out.");
        }
        LabService service = new LabService(session.context());
        OpenLab open = service.asItIs(lab.named(session));
        if (!open.workspace().exists()) {
            throw LabInUse.of(lab.named(session), session.context()).notUp();
        }
        Diagnostics diagnostics = new Diagnostics(session.context(), service.tools(open), lab.word());
        Collected collected;
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), session.err()::println)) {
            collected = collect(diagnostics);
        }
        Diagnosis diagnosis = diagnostics.judge(collected);
        if (bundle != null) {
            pack(open, diagnostics, collected, diagnosis);
        }
        if (fix) {
            return new FixCall(session, new SafeFixes(session.context()))
                    .fix(diagnosis, () -> diagnostics.judge(collect(diagnostics)));
        }
        return CommandResult.of(DocumentKind.DIAGNOSIS, diagnosis, DiagnosisText.lines(diagnosis))
                .exitingWith(diagnosis.exitCode());
    }

    private Collected collect(Diagnostics diagnostics) {
        List<String> gaps = new ArrayList<>();
        List<Evidence> told = new ArrayList<>(text());
        told.addAll(diagnostics.failedChecks(Duration.ofSeconds(timeout), gaps::add));
        return diagnostics.collect(told, Duration.ofMinutes(since), Duration.ofSeconds(timeout)).with(gaps);
    }

    private List<Evidence> text() {
        if (text == null) {
            return List.of();
        }
        Path file = session.directory().resolve(text);
        try {
            return List.of(new Evidence(EvidenceKind.TEXT, Evidence.HOST, file.toString(), Optional.empty(),
                    Files.readAllLines(file)));
        } catch (IOException e) {
            throw LabException.invalid("text-unreadable", "%s cannot be read: %s".formatted(file, e.getMessage()),
                    "Name a text file in UTF-8.").causedBy(e);
        }
    }

    private void pack(OpenLab open, Diagnostics diagnostics, Collected collected, Diagnosis diagnosis) {
        SupportArchive archive = new SupportArchive(diagnostics.redactor());
        archive.text("findings.txt", DiagnosisText.lines(diagnosis));
        archive.text("version.txt", List.of("hybridlab " + ProductVersion.number(),
                "Kubernetes " + open.lab().kubernetes(), "on " + open.choice().provider().traits().title()));
        archive.evidence(collected.evidence());
        archive.file("lab.yaml", open.location().file());
        diagnostics.files().forEach(file -> archive.file(
                open.workspace().folder().relativize(file).toString().replace('\\', '/'), file));
        Path target = session.directory().resolve(bundle);
        archive.writeTo(target);
        session.err().println("Packed: " + target);
        session.err().println("Recognised secrets were removed (best effort). Look into it before you send it.");
    }
}
