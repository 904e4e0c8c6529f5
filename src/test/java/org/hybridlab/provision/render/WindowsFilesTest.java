package org.hybridlab.provision.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.template.PowerShellGrammar;
import org.hybridlab.common.template.PowerShellGrammar.Verdict;
import org.hybridlab.config.file.GeneratedFile;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** What Windows machines get, against golden files; {@code -Dgolden.update=true} writes them again. */
class WindowsFilesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/windows");
    private static final Pattern LIBRARY = Pattern.compile(
            "(?s)# --- What all scripts share.*# --- end of what all scripts share\\r\\n");
    private static final String WHOLE = "vxlan-services";

    @TempDir
    private Path folder;

    static Set<String> variants() {
        return WindowsLabs.VARIANTS.keySet();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void areAsTheGoldenFiles(String variant) throws IOException {
        if (Boolean.getBoolean("golden.update")) {
            for (String stale : read(variant).keySet()) {
                Files.delete(GOLDEN.resolve(variant).resolve(stale));
            }
            for (Map.Entry<String, String> file : golden(variant).entrySet()) {
                Files.writeString(GOLDEN.resolve(variant).resolve(file.getKey()), file.getValue());
            }
        }
        assertThat(golden(variant)).isEqualTo(read(variant));
    }

    private static Map<String, String> read(String variant) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.list(GOLDEN.resolve(variant))) {
            for (Path file : files.toList()) {
                texts.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return texts;
    }

    @Test
    void scripts_ofAllVariants_areReadByGrammar() {
        Map<String, String> scripts = new LinkedHashMap<>();
        variants().forEach(variant -> rendered(variant).forEach((name, text) -> {
            if (name.endsWith(".ps1")) {
                scripts.put(variant + "/" + name, text);
            }
        }));
        List<String> names = new ArrayList<>(scripts.keySet());

        List<Verdict> verdicts = PowerShellGrammar.judge(List.copyOf(scripts.values()));

        assertThat(names).hasSizeGreaterThan(60);
        for (int i = 0; i < names.size(); i++) {
            assertThat(verdicts.get(i).error()).as(names.get(i)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void windowsScripts_areAsciiWithCrLf(String variant) {
        rendered(variant).forEach((name, text) -> {
            assertThat(text).as(name).isNotBlank().doesNotStartWith("\ufeff");
            if (name.endsWith(".ps1")) {
                assertThat(StandardCharsets.US_ASCII.newEncoder().canEncode(text)).as(name).isTrue();
                assertThat(text.replace("\r\n", "")).as(name).doesNotContain("\r").doesNotContain("\n");
            } else if (name.endsWith(".json")) {
                assertThat(JsonMapper.shared().readTree(text).isObject()).as(name).isTrue();
            }
        });
    }

    /** Rules that a lab's own CNI settings must keep, which say of a key that its plug-in passes over it. */
    @ParameterizedTest
    @MethodSource("variants")
    void cniSettingsKeepTheRulesOfManifests(String variant) {
        String settings = rendered(variant).get("cni-conf.json");
        String wrong = settings.replace("\"policies\"", "\"AdditionalArgs\"");

        assertThat(WindowsLabs.problems(variant, configMap(settings), folder)).isEmpty();
        assertThat(WindowsLabs.problems(variant, configMap(wrong), folder)).extracting(Problem::ruleId)
                .containsExactly("cni-policies");
    }

    private static String configMap(String settings) {
        return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cni}\ndata:\n  cni-conf.json: |\n"
                + settings.indent(4);
    }

    @Test
    void noWindowsMachineGetsAnAdministratorsKubeconfig() {
        variants().forEach(variant -> rendered(variant).values()
                .forEach(text -> assertThat(text).doesNotContain("admin.conf").doesNotContain("super-admin")));
    }

    /** All files of the first Windows machine, and the manifests. */
    private Map<String, String> rendered(String variant) {
        WindowsRendering rendering = WindowsLabs.rendered(variant, folder);
        Map<String, String> texts = new TreeMap<>(rendering.files().get("win").texts());
        texts.put("accounts.yaml", rendering.accounts());
        rendering.overlay().ifPresent(overlay -> texts.put("overlay.yaml", overlay));
        return texts;
    }

    /** The first variant whole, and of the others what differs from it. */
    private Map<String, String> golden(String variant) {
        Map<String, String> first = withoutLibrary(rendered(WHOLE));
        if (variant.equals(WHOLE)) {
            return first;
        }
        Map<String, String> golden = new TreeMap<>();
        withoutLibrary(rendered(variant)).forEach((name, text) -> {
            if (!first.containsKey(name)) {
                golden.put(name, text);
            } else if (!first.get(name).equals(text)) {
                golden.put(name + ".diff", GeneratedFile.diff(first.get(name), text));
            }
        });
        return golden;
    }

    /** What scripts share is a file of its own. */
    private static Map<String, String> withoutLibrary(Map<String, String> rendered) {
        String library = LIBRARY.matcher(rendered.get("hns.ps1")).results().findFirst().orElseThrow().group();
        rendered.replaceAll((name, text) -> text.replace(library, "# library.ps1\r\n"));
        rendered.put("library.ps1", library);
        return rendered;
    }
}
