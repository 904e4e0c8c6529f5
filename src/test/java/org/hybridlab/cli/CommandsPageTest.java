package org.hybridlab.cli;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandsPageTest {
    @TempDir
    private Path home;

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
}
