package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.cli.support.EnvironmentDefaults;
import org.hybridlab.cli.support.GlobalOptions;
import org.hybridlab.cli.support.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class CommandTreeTest {
    @TempDir
    private Path home;

    @Test
    void helpPage_listsAllCommands_andLoadsNone() {
        CommandLine tree = tree("--help");

        assertThat(tree.getSubcommands()).isEmpty();
        assertThat(CommandName.values()).allSatisfy(name -> assertThat(tree.getUsageMessage().lines())
                .anyMatch(line -> line.startsWith("  " + name.id() + " ") && line.endsWith(name.summary())));
        assertThat(tree.getUsageMessage().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
    }

    @Test
    void helpPage_withOtherFlags_isTheSame() {
        assertThat(Call.of(home, Map.of(), "--help").out()).isEqualTo(
                Call.of(home, Map.of(), "--color=never", "--help").out()).contains("-o, --output=FORMAT");
    }

    @ParameterizedTest
    @EnumSource
    void help_ofEachCommand_endsInAnExample(CommandName name) {
        Call call = Call.of(home, Map.of(), name.id(), "--help");

        assertThat(call.exitCode()).isZero();
        assertThat(call.out()).contains(name.summary());
        assertThat(call.out().strip().lines().reduce((first, second) -> second).orElseThrow())
                .contains("hybridlab " + name.id());
        assertThat(call.out()).contains("Example:");
    }

    @Test
    void helpShowsTheSamePageAsTheFlag() {
        assertThat(Call.of(home, Map.of(), "help").out()).isEqualTo(Call.of(home, Map.of(), "--help").out());
        assertThat(Call.of(home, Map.of(), "help", "up").out())
                .isEqualTo(Call.of(home, Map.of(), "up", "--help").out()).contains("--until");
        assertThat(Call.of(home, Map.of(), "help", "box", "build").out())
                .isEqualTo(Call.of(home, Map.of(), "box", "build", "--help").out()).contains("box build");
    }

    @Test
    void unknownCommand_evenWithHelp_isAnError() {
        for (String[] words : new String[][] {{"upp"}, {"upp", "--help"}, {"--help", "upp"}}) {
            Call call = Call.of(home, Map.of(), words);

            assertThat(call.exitCode()).as(String.join(" ", words)).isEqualTo(2);
            assertThat(call.err()).contains("'upp'", "Did you mean 'up'?");
            assertThat(call.out()).isEmpty();
        }
        assertThat(Call.of(home, Map.of(), "help", "upp").err()).contains("[command-unknown]", "up");
        assertThat(Call.of(home, Map.of(), "help", "box", "bild").err()).contains("[command-unknown]", "build");
    }

    @Test
    void theVersionIsACommandToo() {
        assertThat(Call.of(home, Map.of(), "version").out()).isEqualTo(Call.of(home, Map.of(), "--version").out());
        assertThat(Call.of(home, Map.of(), "version", "-o", "json").out()).contains("\"version\"");
    }

    @Test
    void eachGlobalFlagNamesItsEnvironmentVariable() {
        assertThat(tree("--help").getCommandSpec().options())
                .filteredOn(option -> !option.usageHelp() && !option.versionHelp())
                .isNotEmpty()
                .allSatisfy(option -> assertThat(option.description()[0])
                        .contains("($" + EnvironmentDefaults.variable(option.longestName()) + ")"));
    }

    @Test
    void argument_withAtSign_isNoFile() throws IOException {
        Path file = Files.writeString(home.resolve("words"), "--version");

        Call call = Call.of(home, Map.of(), "validate", "@" + file);

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("@" + file);
    }

    @Test
    void environmentVariable_isDefault_andFlagWins() {
        GlobalOptions options = parsed(Map.of("HYBRIDLAB_OUTPUT", "json", "HYBRIDLAB_YES", "1"), "doctor");
        assertThat(options.forPrograms()).isTrue();
        assertThat(options.yes()).isTrue();

        options = parsed(Map.of("HYBRIDLAB_OUTPUT", "json"), "doctor", "--output", "text");
        assertThat(options.forPrograms()).isFalse();
    }

    @Test
    void flag_inEnvironmentAndCall_staysOn() {
        Map<String, String> environment = Map.of("HYBRIDLAB_YES", "true");
        assertThat(parsed(environment, "doctor", "--yes").yes()).isTrue();
        assertThat(parsed(environment, "--yes", "doctor", "--yes").yes()).isTrue();
        assertThat(parsed(Map.of("HYBRIDLAB_YES", "0"), "doctor").yes()).isFalse();
    }

    @Test
    void globalFlags_beforeOrAfterTheCommand_count() {
        assertThat(parsed(Map.of(), "-o", "json", "doctor").forPrograms()).isTrue();
        assertThat(parsed(Map.of(), "doctor", "-o", "json").forPrograms()).isTrue();
    }

    private GlobalOptions parsed(Map<String, String> environment, String... arguments) {
        StringWriter ignored = new StringWriter();
        Session session = Call.session(home, environment, ignored, ignored);
        CommandLine tree = CommandTree.forCall(session, arguments);
        tree.parseArgs(new EnvironmentDefaults(environment).withSwitches(tree.getCommandSpec(), arguments));
        return session.options();
    }

    private CommandLine tree(String... arguments) {
        StringWriter ignored = new StringWriter();
        return CommandTree.forCall(Call.session(home, Map.of(), ignored, ignored), arguments);
    }
}
