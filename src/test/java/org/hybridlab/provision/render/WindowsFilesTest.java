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

import org.hybridlab.common.template.PowerShellGrammar;
import org.hybridlab.common.template.PowerShellGrammar.Verdict;
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

    @TempDir
    private Path folder;

    static Set<String> variants() {
        return WindowsLabs.VARIANTS.keySet();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void areAsTheGoldenFiles(String variant) throws IOException {
        Map<String, String> rendered = rendered(variant);
        if (Boolean.getBoolean("golden.update")) {
            for (Map.Entry<String, String> file : differing(variant, rendered).entrySet()) {
                Files.createDirectories(GOLDEN.resolve(variant));
                Files.writeString(GOLDEN.resolve(variant).resolve(file.getKey()), file.getValue());
            }
        }
        for (Map.Entry<String, String> file : differing(variant, rendered).entrySet()) {
            assertThat(file.getValue()).as(file.getKey())
                    .isEqualTo(Files.readString(GOLDEN.resolve(variant).resolve(file.getKey())));
        }
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
    void featureGates_notAlwaysOn_areNamed() {
        assertThat(rendered("vxlan-services-1.33").get("start-kube-proxy.ps1")).contains("WinOverlay=true,WinDSR=true");
        assertThat(rendered("vxlan-services").get("start-kube-proxy.ps1")).doesNotContain("feature-gates");
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

    /** Of the first variant all, of others what differs from it: that is what a reviewer wants to see. */
    private Map<String, String> differing(String variant, Map<String, String> rendered) {
        if (variant.equals("vxlan-services")) {
            return rendered;
        }
        Map<String, String> first = rendered("vxlan-services");
        Map<String, String> differing = new TreeMap<>(rendered);
        differing.values().removeAll(first.values());
        return differing;
    }
}
