package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.process.ShellQuoting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.ObjectMapper;

/** Whatever a value holds, the language reads back exactly this value: shown by running what was rendered. */
class HostileStringsTest {
    private static final List<String> VALUES = HostileStrings.some(5000);

    @TempDir
    Path folder;

    @AfterEach
    void nothingRan() {
        assertThat(folder.resolve("PWNED")).doesNotExist();
    }

    @Test
    void rubyReadsBackEachValue() throws IOException {
        String program = render("v.rb.ftl", """
                <#list values as value>
                STDOUT.puts [=value].b.unpack1("H*")
                </#list>
                """);
        assertThat(run("v.rb", program, "ruby", "-W2")).isEqualTo(hex());
    }

    @Test
    void shellsReadBackEachValue() throws IOException {
        String program = render("v.sh.ftl", """
                <#list values as value>
                printf '%s\\0' [=value]
                </#list>
                """);
        for (String shell : List.of("sh", "bash")) {
            assertThat(run("v.sh", program, shell, "-eu")).as(shell).isEqualTo(zeroTerminated());
        }
    }

    @Test
    void commandWords_reachTheProgram_unchanged() throws IOException {
        String program = VALUES.stream().map(value -> "printf '%s\\0' " + ShellQuoting.quote(value))
                .collect(Collectors.joining("\n"));
        assertThat(run("v.sh", program, "sh")).isEqualTo(zeroTerminated());
    }

    @Test
    void command_likeAnAssignment_isStillACommand() throws IOException {
        Result result = new LocalProcesses().run(
                Command.of("sh", "-c", ShellQuoting.quote("HOME=/x")), new Cancellation());
        assertThat(result.exitCode()).isEqualTo(127);
    }

    @Test
    void yamlParsersReadBackEachValueAsText() throws IOException {
        String text = render("v.yaml.ftl", """
                <#list values as value>
                - [=value]
                </#list>
                """);
        Object parsed = new Yaml(new SafeConstructor(limitless())).load(text);
        assertThat(parsed).isEqualTo(VALUES);
        assertThat(run("v.yaml", text, "ruby", "-ryaml", "-e",
                "YAML.load(File.read(ARGV[0], encoding: 'UTF-8')).each { |value| puts value.b.unpack1('H*') }"))
                .isEqualTo(hex());
    }

    @Test
    void jsonParsersReadBackEachValue() {
        String text = render("v.json.ftl", "[<#list values as value>[=value]<#sep>, </#list>]");
        List<?> parsed = new ObjectMapper().readValue(text, List.class);
        assertThat(parsed).isEqualTo(VALUES);
    }

    /** By the rules that PowerShell's own parser was seen to follow: what stands between single quotes is literal. */
    @Test
    void powerShellLiterals_areAscii_andKeepValues() {
        Pattern piece = Pattern.compile("'((?:[ -&(-~]++|'')*+)'|\\[char]0x([0-9a-f]{4})");
        for (String value : VALUES) {
            String literal = Quoting.powerShell(value);
            String pieces = literal.startsWith("(") ? literal.substring(1, literal.length() - 1) : literal;
            StringBuilder meant = new StringBuilder();
            Matcher matcher = piece.matcher(pieces);
            int end = 0;
            while (matcher.find()) {
                assertThat(pieces.substring(end, matcher.start())).isIn("", "+");
                meant.append(matcher.group(1) != null ? matcher.group(1).replace("''", "'")
                        : (char) Integer.parseInt(matcher.group(2), 16));
                end = matcher.end();
            }
            assertThat(end).as(literal).isEqualTo(pieces.length());
            assertThat(meant.toString()).isEqualTo(value);
        }
    }

    @Test
    void literals_ofOtherLanguages_areOneLine() {
        assertThat(VALUES).allSatisfy(value -> assertThat(
                Quoting.ruby(value) + Quoting.yaml(value) + Quoting.json(value) + Quoting.powerShell(value))
                .doesNotContain("\n", "\r"));
    }

    /** A shell literal may have line feeds in it, of which the first would end the comment. */
    @Test
    void shellTemplates_writeNoValueIntoComments() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("templates"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".sh.ftl")).toList()).isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readAllLines(file))
                            .noneMatch(line -> line.strip().startsWith("#") && line.contains("[=")));
        }
    }

    private String render(String name, String template) {
        try {
            Files.writeString(folder.resolve(name), template);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return Templates.installed(folder).render(name, Map.of("values", VALUES));
    }

    private String run(String name, String text, String... program) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        List<String> words = new ArrayList<>(List.of(program));
        words.add(file.toString());
        Path output = folder.resolve("output");
        Result result = new LocalProcesses().run(Command.of(words).in(folder).stdoutTo(output)
                .env("LC_ALL", "C.UTF-8"), new Cancellation());
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stderr()).isEmpty();
        return Files.readString(output);
    }

    private static String hex() {
        return VALUES.stream().map(value -> HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8)) + "\n")
                .collect(Collectors.joining());
    }

    private static String zeroTerminated() {
        return VALUES.stream().map(value -> value + "\0").collect(Collectors.joining());
    }

    private static LoaderOptions limitless() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(100_000_000);
        return options;
    }
}
