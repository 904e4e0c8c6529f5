package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.FixCall;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.common.error.LabException;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.DiagnosisText;
import org.hybridlab.service.DiagnoseService;
import org.hybridlab.service.DiagnoseService.DiagnoseOptions;
import org.hybridlab.service.check.SafeFixes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "diagnose", footer = {
        "  hybridlab diagnose first-cluster",
        "  hybridlab diagnose first-cluster --fix",
        "  hybridlab diagnose first-cluster --bundle first-cluster.tar.gz"})
public final class DiagnoseCommand extends LabCommand {
    @Option(names = "--since", paramLabel = "MINUTES", defaultValue = "30",
            description = "How old news of machines and cluster may be (${DEFAULT-VALUE}).")
    private int since;
    @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "8",
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

    @Override
    public CommandResult call() {
        if (fix && text != null) {
            throw LabException.invalid("fix-with-text", "--fix and --text do not go together: text from elsewhere may "
                    + "be about another lab.", "Leave one of them out.");
        }
        DiagnoseService service = new DiagnoseService(context());
        DiagnoseOptions options = new DiagnoseOptions(Duration.ofMinutes(since), Duration.ofSeconds(timeout),
                Optional.ofNullable(text), Optional.ofNullable(bundle));
        Diagnosis diagnosis = service.diagnose(named(), options);
        if (bundle != null) {
            say("Packed: " + session.directory().resolve(bundle));
            say("Recognised secrets were removed (best effort). Look into it before you send it.");
        }
        if (fix) {
            return new FixCall(session, new SafeFixes(context())).fix(diagnosis, () ->
                    service.diagnose(named(), options.withoutArchive()));
        }
        return CommandResult.of(FixCall.DIAGNOSIS, diagnosis, DiagnosisText.lines(diagnosis))
                .exitingWith(diagnosis.exitCode());
    }
}
