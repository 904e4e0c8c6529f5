package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.cli.OutputSchemas;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.context.LabContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class LabChangesTest {
    static final String LAB = """
            name: lab
            kubernetes: 1.35
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: node, memory: 2GiB}
            apps:
              - {name: web, manifests: [web.yaml]}
            checks:
              - {name: it answers, http: {port: 30001}}
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void anApp() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: web}
                """);
    }

    private LabContext lab(String text) throws IOException {
        return new PlannedLabs(folder).of(text);
    }

    private List<String> changes(String text) throws IOException {
        LabContext before = lab(LAB);
        LabRecord.complete(before);
        return LabChanges.of(lab(text)).orElseThrow().stream().map(LabChange::line).toList();
    }

    /** Steps of `up` apply them, and a snapshot from before has them not. */
    @ParameterizedTest
    @CsvSource({"'proxy: {httpProxy: \"http://10.9.0.1:3128\"}', proxy",
        "'mirrors: {registry: \"https://mirror.example\"}', mirrors", "'time: {zone: Europe/Berlin}', time",
        "'registries: [{host: \"10.9.0.1:5000\"}]', registries",
        "'network: {dns: {servers: [10.9.0.1]}}', network.dns"})
    void wayOutOfLab_isAChange(String text, String key) throws IOException {
        assertThat(changes(LAB + text + "\n")).containsExactly("~ setting %s: set on each machine".formatted(key));
        assertThat(LabRecord.isUnchanged(lab(LAB).workspace().folder(), lab(LAB + text + "\n"))).isFalse();
        assertThat(LabRecord.isUnchanged(lab(LAB).workspace().folder(), lab(LAB))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"untaint, control planes take ordinary pods, new ordinary pods stay off the control planes",
        "metrics, a metrics server runs, the metrics server is removed"})
    void switches_areChanges_bothWays(String key, String on, String off) throws IOException {
        String with = LAB + key + ": true\n";
        assertThat(changes(with)).singleElement().asString().startsWith("~ setting %s: %s".formatted(key, on));
        assertThat(OutputSchemas.schema("up").at("/properties/data/properties/changes/items/properties/subject/enum")
                .valueStream().map(JsonNode::asString)).contains("setting");

        LabContext before = lab(with);
        LabRecord.complete(before);
        assertThat(LabChanges.of(lab(LAB)).orElseThrow()).singleElement().extracting(LabChange::text).asString()
                .startsWith(off);
    }

    @Test
    void lab_neverUp_hasNothingToCompare() throws IOException {
        assertThat(LabChanges.of(lab(LAB))).isEmpty();
        assertThat(LabChanges.lines(LabChanges.of(lab(LAB)))).isEmpty();
    }

    @Test
    void anUnchangedFileSaysSo() throws IOException {
        assertThat(changes(LAB)).isEmpty();
        assertThat(LabChanges.lines(LabChanges.of(lab(LAB)))).singleElement().asString().contains("has not changed");
    }

    @Test
    void ownInitTemplate_whileUp_needsNewCluster() throws IOException {
        LabContext before = lab(LAB);
        LabRecord.complete(before);
        Path own = Files.createDirectories(folder.resolve("kubernetes")).resolve("kubeadm-init.yaml.ftl");
        Files.copy(Path.of("templates/kubernetes/kubeadm-init.yaml.ftl"), own);

        assertThat(LabChanges.of(lab(LAB)).orElseThrow()).extracting(LabChange::line).singleElement().asString()
                .startsWith("~ template kubeadm-init.yaml.ftl: ").contains("`hybridlab destroy`");
        LabRecord.complete(lab(LAB));
        assertThat(LabChanges.of(lab(LAB)).orElseThrow()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        - {name: node, memory: 2GiB} | - {name: other} | + machine other: worker | - machine node: drained
        memory: 2GiB     | memory: 4GiB      | ~ machine node: memory 2048 -> 4096 MiB | takes what it needs
        memory: 2GiB     | cpus: 3           | ~ machine node: 2 -> 3 CPUs   | takes what it needs
        memory: 2GiB     | labels: {a: b}    | ~ machine node: with a=b      | a=b
        memory: 2GiB     | kubernetes: 1.34  | ~ machine node: kubelet       | 1.35.4 -> 1.34.4
        kubernetes: 1.35 | kubernetes: 1.36  | ^ kubernetes 1.36.3: from 1.35.4 | each drained
        name: web,       | name: site,       | + app site: applied           | - app web: its objects are deleted
        name: it answers, | name: it says hello, | + check it says hello     | - check it answers
        port: 30001      | port: 30002       | ~ check it answers:           | judged
        """)
    void everyDifferenceIsALine(String from, String to, String first, String second) throws IOException {
        assertThat(changes(LAB.replace(from, to))).anySatisfy(line -> assertThat(line).startsWith(first))
                .anySatisfy(line -> assertThat(line).contains(second));
    }

    @Test
    void anAppWhoseManifestChangesIsOne() throws IOException {
        LabContext before = lab(LAB);
        LabRecord.complete(before);
        Files.writeString(folder.resolve("web.yaml"), "{apiVersion: v1, kind: ConfigMap, metadata: {name: other}}\n");
        assertThat(LabChanges.of(lab(LAB)).orElseThrow()).extracting(LabChange::line).singleElement().asString()
                .startsWith("~ app web: applied again");
    }

    @Test
    void changedMemory_saysTheMachineRestarts() throws IOException {
        LabContext before = new PlannedLabs(folder).on(ProviderName.LIBVIRT, LAB);
        LabRecord.complete(before);
        assertThat(LabChanges.of(new PlannedLabs(folder).on(ProviderName.LIBVIRT, LAB.replace("2GiB", "4GiB")))
                .orElseThrow()).extracting(LabChange::line).singleElement().asString()
                .endsWith("MiB, it is drained and started again, one machine after the other");
    }

    @Test
    void onlyWhatGoesDestroys() throws IOException {
        changes(LAB);
        assertThat(LabChanges.of(lab(LAB.replace("{name: node", "{name: other"))).orElseThrow())
                .extracting(change -> change.sign() + change.destroys()).containsExactly("+false", "-true");
    }

    /** {@code up} drains and upgrades it, although nothing else of the file differs. */
    @ParameterizedTest
    @ValueSource(strings = {"1.35", "1.36"})
    void ownKubelet_atLabsVersion_isListed(String version) throws IOException {
        LabContext before = lab(LAB.replace("name: node", "name: node, kubernetes: 1.34"));
        LabRecord.complete(before);

        List<LabChange> changes = LabChanges.of(lab(LAB.replace("1.35", version))).orElseThrow();

        assertThat(changes).filteredOn(change -> change.subject().equals("machine")).singleElement().satisfies(
                change -> {
                    assertThat(change.line()).startsWith("~ machine node: kubelet 1.34.4 -> " + version)
                            .endsWith("it is drained for that");
                    assertThat(change.destroys()).isTrue();
                });
    }

    @Test
    void kubelets_ofLabsVersion_areListedOnce() throws IOException {
        assertThat(changes(LAB.replace("1.35", "1.36"))).singleElement().asString().startsWith("^ kubernetes");
    }

    @Test
    void aDamagedRecordIsNoRecord() throws IOException {
        LabContext lab = lab(LAB);
        lab.workspace().write("state.json", "{\"version\":");
        assertThat(LabChanges.of(lab)).isEmpty();
    }
}
