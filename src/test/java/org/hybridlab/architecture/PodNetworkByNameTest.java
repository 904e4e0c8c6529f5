package org.hybridlab.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Code asks {@code PodNetworkPlugin}: who adds a pod network must not have to look for the names of another. */
class PodNetworkByNameTest {
    private static final List<Path> FOLDERS = List.of(Path.of("src/main/java/org/hybridlab"),
            Path.of("src/main/resources/org/hybridlab"), Path.of("data/diagnose"));
    private static final Pattern COMMENT = Pattern.compile("//[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern TEXT = Pattern.compile("\"(?:\\\\.|[^\"\\\\\\n])*\"");
    private static final Set<String> NAMES = Set.of("flannel", "cbr0");
    /** What says "flannel" because it is about flannel, whatever else a lab could have. */
    private static final Set<String> ABOUT_IT = Set.of("config/model/PodNetworkPlugin.java",
            // Names of modes, which lab files write.
            "config/model/NetworkTraits.java", "config/model/RefusedMode.java",
            "config/rules/network/NetworkSizeRules.java", "config/rules/network/GatewayRules.java",
            // Help for keys of lab files.
            "config/file/reader/lab.json",
            // Rules about what people copy of it, with texts of their own.
            "config/rules/manifest/ImageSourceRules.java", "config/rules/manifest/NetConfRules.java",
            "config/rules/machine/WindowsBuildRules.java",
            // Ids of known failures.
            "check/windows/HnsNetworks.java", "check/windows/HybridPodNetwork.java",
            "check/windows/WindowsOutbound.java", "check/windows/WindowsRoutes.java",
            "provision/kubernetes/ClusterFit.java",
            // Help that names its log.
            "cli/command/LogsCommand.java",
            // The manifest of its pods on Windows machines, and where its programs go there.
            "provision/render/WindowsRendering.java", "provision/render/WindowsMachine.java",
            // Processes, devices and packet filters in a machine that a reset leaves alone.
            "provision/snapshot/running-state.sh",
            // A mode that is made of it by somebody else.
            "provision/render/Rke2Rendering.java");

    @Test
    void code_outsideItsType_namesNoPodNetwork() throws IOException {
        List<String> naming = new ArrayList<>();
        for (Path folder : FOLDERS) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(one -> one.toString().matches(".*\\.(java|json|sh)")).toList()) {
                    String name = folder.relativize(file).toString().replace('\\', '/');
                    if (!ABOUT_IT.contains(name)) {
                        texts(file).forEach(text -> naming.add(name + ": " + text));
                    }
                }
            }
        }
        assertThat(naming).isEmpty();
    }

    @Test
    void filesAboutIt_each_stillNameIt() {
        assertThat(ABOUT_IT).allSatisfy(name -> assertThat(FOLDERS.stream().map(folder -> folder.resolve(name))
                .filter(Files::exists).toList()).as(name).singleElement().satisfies(file ->
                        assertThat(texts(file)).isNotEmpty()));
    }

    private static List<String> texts(Path file) throws IOException {
        String source = Files.readString(file);
        Stream<String> texts = file.toString().endsWith(".java")
                ? TEXT.matcher(COMMENT.matcher(source).replaceAll("")).results().map(MatchResult::group)
                : source.lines().filter(line -> !line.strip().startsWith("#"));
        return texts.filter(text -> NAMES.stream().anyMatch(text.toLowerCase(Locale.ROOT)::contains)).toList();
    }
}
