package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.hybridlab.fake.Failure.failure;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplatesTest {
    @TempDir
    Path home;
    @TempDir
    Path lab;

    @BeforeEach
    void templatesFolder() throws IOException {
        Files.createDirectories(home.resolve("templates/linux"));
    }

    @Test
    void eachLanguageQuotesAValueItsOwnWay() throws IOException {
        Map<String, String> expected = Map.of(
                "v.rb.ftl", "'it\\'s'", "v.sh.ftl", "'it'\\''s'", "v.ps1.ftl", "'it''s'",
                "v.yaml.ftl", "\"it's\"", "v.json.ftl", "\"it's\"", "v.html.ftl", "it&#39;s", "v.toml.ftl", "\"it's\"");
        for (Map.Entry<String, String> one : expected.entrySet()) {
            assertThat(render(one.getKey(), "[=value]", Map.of("value", "it's"))).as(one.getKey())
                    .isEqualTo(one.getValue());
        }
    }

    @Test
    void templates_keepDollarsAndHashes_ofOtherLanguages() throws IOException {
        String code = "\"${HOME}\" #{x} ${#a[@]} $((1+2)) [ -n \"$x\" ] {{.Name}}";
        assertThat(render("v.sh.ftl", code, Map.of())).isEqualTo(code);
    }

    @Test
    void numbersAndBooleansStayBareInEveryLanguage() throws IOException {
        Map<String, Object> model = Map.of("number", 123456789, "half", 0.5, "yes", true);
        for (String name : List.of("v.rb.ftl", "v.sh.ftl", "v.ps1.ftl", "v.yaml.ftl", "v.json.ftl", "v.html.ftl",
                "v.txt.ftl")) {
            assertThat(render(name, "[=number] [=number * 1024] [=half] [=yes]<#if yes> on</#if>", model)).as(name)
                    .isEqualTo("123456789 126419751936 0.5 true on");
        }
    }

    @Test
    void unknownLanguage_takesNoUnquotedText() throws IOException {
        assertThat(render("v.txt.ftl", "[=number] [=text?no_esc]", Map.of("number", 1, "text", "a"))).isEqualTo("1 a");
        assertThat(failure(() -> render("w.txt.ftl", "[=text]", Map.of("text", "a"))).why())
                .hasValueSatisfying(why -> assertThat(why).contains("no quoting"));
    }

    /** Labs and workspaces of others may lie in the installation. */
    @Test
    void include_ofInstallation_findsTemplatesOnly() throws IOException {
        Files.writeString(Files.createDirectories(home.resolve("labs/other")).resolve("x.ftl"), "a secret");
        Files.writeString(home.resolve("templates/linux/part.sh.ftl"), "a part");
        Files.writeString(lab.resolve("v.sh.ftl"), "<#include \"/linux/part.sh.ftl\">");
        Files.writeString(lab.resolve("w.sh.ftl"), "<#include \"/labs/other/x.ftl\">");

        assertThat(Templates.of(home, lab).render("v.sh.ftl", Map.of())).isEqualTo("a part");
        assertThatThrownBy(() -> Templates.of(home, lab).render("w.sh.ftl", Map.of()))
                .isInstanceOf(LabException.class);
    }

    @Test
    void override_includesInstalled_byItsPath() throws IOException {
        Files.writeString(home.resolve("templates/linux/part.sh.ftl"), "a part");
        Files.writeString(Files.createDirectories(lab.resolve("linux")).resolve("part.sh.ftl"),
                "more than <#include \"/templates/linux/part.sh.ftl\">");

        assertThat(Templates.of(home, lab).render("linux/part.sh.ftl", Map.of())).isEqualTo("more than a part");
    }

    @Test
    void string_likeANumber_staysAString() throws IOException {
        assertThat(render("v.yaml.ftl", "[=a] [=b]", Map.of("a", "1.30", "b", "true"))).isEqualTo("\"1.30\" \"true\"");
    }

    @Test
    void recordsOptionalsPathsAndAddressesAreValues() throws IOException {
        Map<String, Object> model = Map.of("net", Cidr.parse("10.1.0.0/16"), "one", Optional.of(Ipv4.parse("10.1.0.1")),
                "none", Optional.empty(), "path", Path.of("/a/b"));
        assertThat(render("v.rb.ftl",
                "[=net] [=net.prefix()] [=net.prefix] [=one] <#if none??>there<#else>absent</#if> [=path]", model))
                .isEqualTo("'10.1.0.0/16' 16 16 '10.1.0.1' absent '/a/b'");
    }

    @Test
    void templateCode_isUnquoted_onlyWhereMarked() throws IOException {
        assertThat(render("v.sh.ftl", "[=value?no_esc]", Map.of("value", "a b"))).isEqualTo("a b");
    }

    @Test
    void missingValue_namesTemplateLineAndColumn() {
        LabException e = failure(() -> render("v.sh.ftl", "one\ntwo [=nobody]\n", Map.of()));
        assertThat(e.id()).isEqualTo("template-failed");
        assertThat(e.what()).contains("linux/v.sh.ftl", "line 2", "column 7");
        assertThat(e.why()).hasValueSatisfying(why -> assertThat(why).contains("nobody"));
    }

    @Test
    void aBrokenTemplateNamesItsPlaceToo() {
        LabException e = failure(() -> render("v.sh.ftl", "one\n<#if x>\n", Map.of()));
        assertThat(e.id()).isEqualTo("template-failed");
        assertThat(e.what()).contains("linux/v.sh.ftl", "line 2");
    }

    @Test
    void value_thatLanguageCannotExpress_fails() {
        assertThatThrownBy(() -> render("v.sh.ftl", "[=value]", Map.of("value", "a\0b")))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("template-failed"));
    }

    @Test
    void labTemplate_overridesTheInstalledOne_byName() throws IOException {
        write(home.resolve("templates/linux/a.sh.ftl"), "installed <#include \"b.sh.ftl\">");
        write(home.resolve("templates/linux/b.sh.ftl"), "installed");
        Files.createDirectories(lab.resolve("templates/linux"));
        write(lab.resolve("templates/linux/b.sh.ftl"), "own");
        assertThat(Templates.of(home, lab).render("linux/a.sh.ftl", Map.of())).isEqualTo("installed own");
        assertThat(Templates.installed(home).render("linux/a.sh.ftl", Map.of())).isEqualTo("installed installed");
    }

    @Test
    void templates_ofLabFolder_overrideAndAdd() throws IOException {
        write(home.resolve("a.sh.ftl"), "installed");
        write(lab.resolve("b.sh.ftl"), "added, beside <#include \"a.sh.ftl\">");
        Templates installed = Templates.installed(home);

        LabFolder own = new LabFolder(lab);
        assertThat(installed.forLab(own).render("a.sh.ftl", Map.of())).isEqualTo("installed");
        assertThat(installed.forLab(own).render("b.sh.ftl", Map.of())).isEqualTo("added, beside installed");

        write(lab.resolve("a.sh.ftl"), "own");
        assertThat(installed.forLab(own).render("a.sh.ftl", Map.of())).isEqualTo("own");
        assertThat(installed.forLab(own).render("b.sh.ftl", Map.of())).isEqualTo("added, beside own");
    }

    @Test
    void aTemplateThatIsNowhereIsNamed() {
        LabException e = failure(() -> Templates.of(home, lab).render("linux/none.sh.ftl", Map.of()));
        assertThat(e.id()).isEqualTo("template-missing");
        assertThat(e.what()).contains("linux/none.sh.ftl");
    }

    @Test
    void template_leavingFolderOrMakingObjects_isRefused() throws IOException {
        write(home.resolve("secret.txt"), "secret");
        Templates templates = Templates.installed(home.resolve("templates"));
        assertThatThrownBy(() -> templates.render("../secret.txt", Map.of())).isInstanceOf(LabException.class);
        assertThatThrownBy(() -> render("v.sh.ftl", "[='java.io.File'?new('/')]", Map.of()))
                .isInstanceOf(LabException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<#list 1.. as x>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</#list>",
            "<#macro m><@m/></#macro><@m/>"})
    void endlessTemplate_isTheLabsMistake(String text) throws IOException {
        write(lab.resolve("endless.txt.ftl"), text);
        LabException failure = assertTimeoutPreemptively(Duration.ofSeconds(60), () -> catchThrowableOfType(
                LabException.class, () -> Templates.of(home, lab).render("endless.txt.ftl", Map.of())));
        assertThat(failure.id()).isEqualTo("template-failed");
        assertThat(failure.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(Templates.of(home, lab).trace("endless.txt.ftl", Map.of()).mistake()).isPresent();
    }

    @ParameterizedTest
    @MethodSource
    void boundlessTemplate_isNamedWithItsPlace(String before, String repeated, String after, int line, String why)
            throws IOException {
        write(lab.resolve("boundless.txt.ftl"), before + repeated.repeat(100_000) + after);
        Templates templates = Templates.of(home, lab);

        LabException failure = failure(() -> templates.render("boundless.txt.ftl", Map.of()));

        assertThat(failure.id()).isEqualTo("template-failed");
        assertThat(failure.what()).contains("boundless.txt.ftl", "line %d,".formatted(line));
        assertThat(failure.why()).hasValueSatisfying(text -> assertThat(text).contains(why));
        TracedText.Mistake mistake = templates.trace("boundless.txt.ftl", Map.of()).mistake().orElseThrow();
        assertThat(mistake.line()).isEqualTo(line);
        assertThat(mistake.reason()).contains(why);
        await().atMost(Duration.ofSeconds(10)).until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("template")));
    }

    static Stream<Arguments> boundlessTemplate_isNamedWithItsPlace() {
        return Stream.of(Arguments.of("", "<#if true>", "", 1, "nested too deep"),
                Arguments.of("[=", "(", "]", 1, "nested too deep"),
                Arguments.of("<#assign s = 'a'>\n<#list 1..99 as x>\n<#assign s = s + s>\n</#list>", "", "", 3,
                        "memory"),
                Arguments.of("<#assign s = ['a']>\n<#list 1..99 as x>\n<#assign s = (s + s)?map(y -> y)>\n</#list>", "",
                        "", 3, "memory"),
                Arguments.of("<#function f s>\n<#return f(s + s)>\n</#function>\n[=f('a')]", "", "", 2, "memory"));
    }

    @Test
    void includedLink_outOfTheFolder_isNamed() throws IOException {
        write(home.resolve("outside.ftl"), "outside");
        Files.createSymbolicLink(lab.resolve("link.ftl"), home.resolve("outside.ftl"));
        write(lab.resolve("it.txt.ftl"), "<#include '/link.ftl'>");

        assertThat(failure(() -> Templates.of(home, lab).render("it.txt.ftl", Map.of())).exitCode())
                .isEqualTo(ExitCode.INVALID);
    }

    @Test
    void powerShellFiles_areAscii_withWindowsEnds() throws IOException {
        assertThat(render("v.ps1.ftl", "$a = [=value]\n", Map.of("value", "caf\u00e9")))
                .isEqualTo("$a = ('caf'+[char]0x00e9+'')\r\n");
        assertThat(failure(() -> render("w.ps1.ftl", "one\n# caf\u00e9\n", Map.of())).what())
                .contains("w.ps1.ftl", "U+00E9", "line 2");
    }

    private String render(String name, String template, Map<String, ?> model) throws IOException {
        write(home.resolve("templates/linux").resolve(name), template);
        return Templates.of(home, lab).render("linux/" + name, new HashMap<>(model));
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
    }
}
