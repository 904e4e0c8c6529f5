package org.hybridlab.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.cli.Call;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.template.Installation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FailurePrinterTest {
    @TempDir
    private Path home;

    @Test
    void misspelledCommand_isCallersMistake_withSuggestion() {
        Call call = Call.of(home, Map.of(), "docter");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("'docter'").contains("Did you mean 'doctor'?");
        assertThat(call.out()).isEmpty();
    }

    @Test
    void misspelledFlag_namesTheHelp_ofItsCommand() {
        Call call = Call.of(home, Map.of(), "doctor", "--porvider=x");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("--porvider=x").contains("--provider").contains("'hybridlab doctor --help'");
    }

    @Test
    void unknownOption_withoutLab_isNamed() {
        assertThat(Call.of(home, Map.of(), "plan", "--untl", "x").err()).contains("Unknown option: '--untl'")
                .contains("Did you mean '--until'?");
        assertThat(Call.of(home, Map.of(), "plan", "-y").err()).contains("Missing required parameter: 'LAB'");
    }

    @Test
    void knownFailure_saysWhatWhyAndWhatNext() {
        Call call = failing(LabException.hostNotReady("disk-full", "The disk is full.", "Remove something.")
                .because("0 bytes\nfree"));

        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(call.err()).isEqualTo("""
                error: The disk is full. [disk-full]
                  0 bytes
                  free
                  What to do: Remove something.
                """);
    }

    @Test
    void unexpectedException_isABug_withTraceFile() throws IOException {
        Call call = failing(new IllegalStateException("never"));

        assertThat(call.exitCode()).isEqualTo(4);
        assertThat(call.err()).contains("bug of hybridlab's").doesNotContain("at org.hybridlab");
        try (Stream<Path> logs = Files.list(home.resolve(".local/state/hybridlab/logs"))) {
            Path log = logs.findFirst().orElseThrow();
            assertThat(call.err()).contains(log.toString());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log))).isEqualTo("rw-------");
            assertThat(log).content().contains("IllegalStateException: never").contains("at org.hybridlab");
        }
    }

    @Test
    void error_isABug_withTraceFile() {
        Processes broken = (command, lines, cancellation) -> {
            throw new StackOverflowError();
        };

        Call call = Call.of(home, Map.of(Installation.HOME, Path.of("").toAbsolutePath().toString()), broken,
                "box", "list", "--output", "json");

        assertThat(call.exitCode()).isEqualTo(4);
        assertThat(call.err()).contains("error: java.lang.StackOverflowError [bug]", "report it with this file");
        assertThat(call.out()).contains("\"id\" : \"bug\"", "hybridlab box list");
    }

    private Call failing(RuntimeException failure) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        FailurePrinter printer = new FailurePrinter(Call.session(home, Map.of(), out, err));
        CommandLine command = new CommandLine(new FailingCommand(failure)).setExecutionExceptionHandler(printer);
        return new Call(command.execute(), out.toString(), err.toString(), List.of());
    }

    @CommandLine.Command(name = "fail")
    private record FailingCommand(RuntimeException failure) implements Runnable {
        @Override
        public void run() {
            throw failure;
        }
    }
}
