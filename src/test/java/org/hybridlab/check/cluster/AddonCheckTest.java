package org.hybridlab.check.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.Checks;
import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddonCheckTest {
    @TempDir
    private Path folder;
    private final Fixture fixture = new Fixture();

    @Test
    void passesIfEachNodeHasFigures() throws IOException {
        Verdict verdict = judged("control", "node");

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.evidence()).contains("node uses 87m of processor time and 512Ki of memory");
    }

    @Test
    void node_withoutMetrics_isNamedInTheFailure() throws IOException {
        Verdict verdict = judged("control");

        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.message()).isEqualTo("the metrics server has no figures of node");
    }

    /** It serves what it has for a while after a kubelet has fallen silent. */
    @Test
    void nodeMetrics_thatAreOld_fail() throws IOException {
        String items = """
                {"items":[{"metadata":{"name":"control"},"timestamp":"2026-11-21T12:31:00Z"},
                 {"metadata":{"name":"node"},"timestamp":"%s"}]}""";
        fixture.api.with("/apis/metrics.k8s.io/v1beta1/nodes", items.formatted("2026-11-21T12:20:00Z"));
        assertThat(judged(lab(true)).message())
                .isEqualTo("the metrics server's figures of node are of 2026-11-21T12:20:00Z");

        fixture.api.with("/apis/metrics.k8s.io/v1beta1/nodes", items.formatted("2026-11-21T12:30:00Z"));
        assertThat(judged(lab(true)).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void failsWhereTheApiIsNotServed() throws IOException {
        assertThat(judged(lab(true)).outcome())
                .isEqualTo(Outcome.FAILED);
    }

    @Test
    void isThereForLabsThatWantMetrics() throws IOException {
        assertThat(Checks.of(lab(true))).extracting(Check::id).contains("metrics");
        assertThat(Checks.of(lab(false))).extracting(Check::id).doesNotContain("metrics");
    }

    private Verdict judged(String... measured) throws IOException {
        String items = Stream.of(measured).map("""
                {"metadata":{"name":"%s"},"usage":{"cpu":"87m","memory":"512Ki"}}"""::formatted)
                .collect(Collectors.joining(","));
        fixture.api.with("/apis/metrics.k8s.io/v1beta1/nodes", "{\"items\":[" + items + "]}");
        return judged(lab(true));
    }

    private Verdict judged(Lab lab) {
        return new AddonCheck(lab.addons().get(0)).judge(fixture.context(lab, Map.of()));
    }

    @Test
    void addonWithoutList_passesOnceReady() throws IOException {
        Addon metrics = lab(true).addons().get(0);
        Check check = new AddonCheck(new Addon("hello", metrics.folder(), "greeter", metrics.key(), Map.of(),
                Optional.empty(), List.of(), List.of("default/deployment/hello"), Optional.empty(), Optional.empty()));

        Verdict absent = check.judge(fixture.context(lab(true), Map.of()));
        fixture.api.with("/apis/apps/v1/namespaces/default/deployments/hello", """
                {"metadata": {"name": "hello", "generation": 1}, "spec": {"replicas": 1}, "status":
                 {"observedGeneration": 1, "replicas": 1, "updatedReplicas": 1, "readyReplicas": 1,
                  "availableReplicas": 1}}""");

        assertThat(check.title()).isEqualTo("The greeter is ready");
        assertThat(absent.message()).isEqualTo("default/deployment/hello does not exist");
        assertThat(check.judge(fixture.context(lab(true), Map.of())).outcome()).isEqualTo(Outcome.PASSED);
    }

    private Lab lab(boolean metrics) throws IOException {
        return LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                name: measured
                metrics: %s
                machines: [{name: control, role: control-plane}, {name: node}]
                """.formatted(metrics)), Cidr.parse("192.168.99.0/24")).orThrow();
    }
}
