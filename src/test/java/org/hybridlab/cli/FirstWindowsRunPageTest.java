package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.hybridlab.cli.support.CommandName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody has gone by that page yet; what it tells to type is there at least. */
class FirstWindowsRunPageTest {
    private static final Pattern CALL = Pattern.compile("^(?:.*`)?hybridlab ([a-z]+)([^#`\n]*)", Pattern.MULTILINE);

    @TempDir
    private Path home;

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
