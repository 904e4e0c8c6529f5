package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandsPageTest {
    @TempDir
    private Path home;
    private static final Pattern CALL = Pattern.compile("^(?:.*`)?hybridlab ([a-z]+)([^#`\n]*)", Pattern.MULTILINE);

    @Test
    void commandsPage_isWhatCommandsSay() throws IOException {
        Map<CommandName, CommandLine> commands = new EnumMap<>(CommandName.class);
        for (CommandName name : CommandName.values()) {
            StringWriter ignored = new StringWriter();
            CommandLine tree = CommandTree.forCall(Call.session(home, Map.of(), ignored, ignored), name.id());
            commands.put(name, tree.getSubcommands().get(name.id()));
        }

        GeneratedFile.assertUpToDate(Path.of("docs/reference/commands.md"), CommandsPage.of(commands));
    }

    @Test
    void exitCodesPage_isWhatTheCodesSay() throws IOException {
        GeneratedFile.assertUpToDate(Path.of("docs/reference/exit-codes.md"), ExitCodesPage.text());
    }

    @Test
    void firstRunPage_namesExistingCommandsAndOptions() throws IOException {
        List<List<String>> calls = CALL.matcher(Files.readString(Path.of("docs/how-to/first-windows-run.md"))).results()
                .map(call -> Arrays.asList((call.group(1) + " " + call.group(2).replaceFirst(" -- .*", "")).strip()
                        .split(" +"))).toList();

        assertThat(calls).hasSizeGreaterThan(12).allSatisfy(call -> {
            String help = Call.of(home, Map.of(), call.get(0), "--help").out();
            assertThat(CommandName.ids()).contains(call.get(0));
            assertThat(call.stream().filter(word -> word.startsWith("--"))).allSatisfy(option ->
                    assertThat(help).containsPattern(Pattern.quote(option) + "\\b"));
        });
    }
}
