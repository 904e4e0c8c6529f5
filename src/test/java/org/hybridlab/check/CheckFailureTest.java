package org.hybridlab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.check.app.LabFileCheck;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.CheckSpec;
import org.hybridlab.real.RealLab;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real lab: for each check one deliberate breakage turns exactly it red, and repaired the lab is green again. */
@Tag("real")
@Tag("docker")
class CheckFailureTest {
    private static final Duration SOON = Duration.ofSeconds(45);
    private static final Check KUBE_PROXY_ANSWERS = own("kube-proxy answers",
            new CheckSpec.Http(Optional.empty(), 10256, "/healthz", 200, Optional.empty()));
    private static final RealLab REAL = RealLab.copyOf("first-cluster", "breakages");
    private static RunningLab lab;
    private Runnable repair = () -> { };

    @BeforeAll
    static void isGreen() throws IOException {
        REAL.must("up", "--provider", "docker");
        lab = new RunningLab(REAL.folder());
        assertGreen(lab.judge());
    }

    @AfterAll
    static void nothingIsLeft() {
        REAL.close();
    }

    @AfterEach
    void isGreenAgainOnceItIsRepaired() throws IOException {
        repair.run();
        assertGreen(lab.judge());
    }

    @Test
    void stoppedKubelet() throws IOException {
        broken(() -> {
            lab.root(lab.worker(), "systemctl", "stop", "kubelet");
            Wait.until("the node is seen to be down", Duration.ofMinutes(3)).that(
                    () -> lab.cluster().node(lab.worker().name()).orElseThrow(), node -> !node.ready(),
                    node -> node.readiness(), new Cancellation());
        }, () -> lab.root(lab.worker(), "systemctl", "start", "kubelet"));
        assertOnlyRed("nodes", lab.worker().name() + " is not Ready");
    }

    @Test
    void crashLoopOfASystemPod() throws IOException {
        broken(() -> {
            lab.kubectl("-n", "kube-system", "patch", "deployment", "coredns", "--type=json",
                    "--patch=[{\"op\":\"add\","
                    + "\"path\":\"/spec/template/spec/containers/0/args/-\",\"value\":\"-no\"}]");
            Wait.until("a new CoreDNS crashes", SOON).that(() -> lab.cluster().pods("kube-system"),
                    pods -> pods.stream().anyMatch(pod -> pod.name().startsWith("coredns") && pod.restarts() > 0),
                    pods -> "no restart", new Cancellation());
        }, () -> {
            lab.kubectl("-n", "kube-system", "rollout", "undo", "deployment", "coredns");
            lab.kubectl("-n", "kube-system", "rollout", "status", "deployment", "coredns");
        });
        assertOnlyRed("system-pods", "coredns");
    }

    @Test
    void missingCniPlugin() throws IOException {
        broken(() -> lab.root(lab.worker(), "mv", "/opt/cni/bin/bridge", "/opt/cni/bin/bridge.away"),
                () -> lab.root(lab.worker(), "mv", "/opt/cni/bin/bridge.away", "/opt/cni/bin/bridge"));
        assertOnlyRed("pods-start", "bridge");
    }

    @Test
    void blockedVxlan() throws IOException {
        rule(lab.worker().name(), "filter", "INPUT -p udp --dport " + lab.lab().network().port());
        assertOnlyRed("pod-network", "to " + lab.worker().name());
    }

    /** As after an overlay that nobody told of its own header: hellos pass, pages do not. */
    @Test
    void onlySmallPacketsPassVxlan() throws IOException {
        rule(lab.worker().name(), "filter", "INPUT -p udp --dport %d -m length --length 1200:65535".formatted(
                lab.lab().network().port()));
        assertOnlyRed("pod-network", "3000 bytes at once");
    }

    @Test
    void noCoreDns() throws IOException {
        broken(() -> {
            lab.kubectl("-n", "kube-system", "scale", "deployment", "coredns", "--replicas=0");
            // It answers until the end of its lame-duck time.
            lab.kubectl("-n", "kube-system", "wait", "--for=delete", "pod", "--selector=k8s-app=kube-dns");
        }, () -> {
            lab.kubectl("-n", "kube-system", "scale", "deployment", "coredns", "--replicas=2");
            lab.kubectl("-n", "kube-system", "rollout", "status", "deployment", "coredns");
        });
        assertOnlyRed("dns", "kubernetes.default");
    }

    @Test
    void servicesBlockedOnOneMachine() throws IOException {
        rule(lab.worker().name(), "raw", "PREROUTING -i cni0 -p tcp --dport 80 -d " + lab.lab().network().services());
        assertOnlyRed("service", "from " + lab.worker().name());
    }

    @Test
    void nodePortsBlockedOnOneMachine() throws IOException {
        rule(lab.worker().name(), "raw", "PREROUTING -p tcp --dport 30000:32767");
        assertOnlyRed("node-port", lab.worker().name());
    }

    @Test
    void noStorageClass() throws IOException {
        broken(() -> lab.kubectl("delete", "storageclass", "standard"), () -> REAL.must("up", "--no-checks"));
        assertOnlyRed("storage", "storageclass/standard does not exist");
    }

    @Test
    void appWithoutItsApi() throws IOException {
        broken(() -> lab.kubectl("scale", "deployment", "numbers-api", "--replicas=0"), () -> {
            lab.kubectl("scale", "deployment", "numbers-api", "--replicas=1");
            lab.kubectl("rollout", "status", "deployment", "numbers-api");
        });
        assertOnlyRed("app/numbers", "numbers-api has 0 of 1 pods");
    }

    /** The page is as it was before, because the old pod serves on. */
    @Test
    void newTemplateThatNeverGetsReady() throws IOException {
        broken(() -> lab.kubectl("set", "image", "deployment/numbers-web", "*=registry.invalid/nothing:1"), () -> {
            lab.kubectl("rollout", "undo", "deployment", "numbers-web");
            lab.kubectl("rollout", "status", "deployment", "numbers-web");
        });
        assertOnlyRed("app/numbers", "numbers-web is not rolled out: 1 of its 2 pods is of an older template");
    }

    /** What is left of evictions and of jobs is no part of the system. */
    @Test
    void podsThatEndedStayGreen() throws IOException {
        lab.kubectl("-n", "kube-system", "run", "done", "--restart=Never", "--image-pull-policy=Never",
                "--image=" + lab.agnhost(), "--command", "--", "false");
        broken(() -> Wait.until("it has failed", SOON)
                .that(() -> lab.cluster().pods("kube-system"), pods -> pods.stream()
                .anyMatch(pod -> pod.name().equals("done") && pod.ended()), pods -> "not yet", new Cancellation()),
                () -> lab.kubectl("-n", "kube-system", "delete", "pod", "done"));
        assertGreen(lab.judge());
    }

    @Test
    void appWithoutItsService() throws IOException {
        broken(() -> {
            servicePort(81);
            // kube-proxy needs a moment to hear of it.
            Wait.until("the page feels it", SOON).that(lab::page, page -> !page.contains("numbers-api-"),
                    page -> page, new Cancellation());
        }, () -> servicePort(80));
        assertOnlyRed("app/numbers", "numbers-api");
    }

    @Test
    void portThatTheLabFileAsksFor() throws IOException {
        rule(lab.worker().name(), "filter", "INPUT -p tcp --dport 10256");
        assertOnlyRed("lab/kube-proxy-answers", "The author says no.", KUBE_PROXY_ANSWERS);
    }

    @Test
    void commandThatTheLabFileRuns() throws IOException {
        Check check = own("the flag is there", new CheckSpec.Exec(lab.worker().name(),
                List.of("cat", "/var/tmp/a flag"), Optional.of("up")));
        lab.root(lab.worker(), "sh", "-c", "echo up > '/var/tmp/a flag'");
        assertGreen(lab.judge(check));
        broken(() -> lab.root(lab.worker(), "rm", "/var/tmp/a flag"), () -> { });
        assertOnlyRed("lab/the-flag-is-there", "The author says no.", check);
    }

    @Test
    void valueThatTheLabFileExpects() throws IOException {
        Check check =
                own("the lab is marked", new CheckSpec.JsonPath("default", "configmap/mark", "{.data.is}", "set"));
        lab.kubectl("create", "configmap", "mark", "--from-literal=is=set");
        assertGreen(lab.judge(check));
        broken(() -> lab.kubectl("patch", "configmap", "mark", "--patch={\"data\":{\"is\":\"lost\"}}"),
                () -> lab.kubectl("delete", "configmap", "mark"));
        assertOnlyRed("lab/the-lab-is-marked", "The author says no.", check);
    }

    @Test
    void leavesNothingBehind() throws IOException {
        lab.judge();
        Wait.until("the probes' namespace is gone", SOON).that(
                () -> lab.cluster().api().get("/api/v1/namespaces?labelSelector=hybridlab.org/probes").path("items"),
                items -> items.isEmpty(), items -> items.size() + " namespaces", new Cancellation());
    }

    private static void servicePort(int port) {
        lab.kubectl("patch", "service", "numbers-api", "--type=json", ("--patch=[{\"op\":\"replace\","
                + "\"path\":\"/spec/ports\",\"value\":[{\"port\":%d,\"targetPort\":\"http\"}]}]").formatted(port));
    }

    private void rule(String machine, String table, String rule) {
        broken(() -> iptables(machine, table, "-I", rule), () -> iptables(machine, table, "-D", rule));
    }

    private static void iptables(String machine, String table, String verb, String rule) {
        String words = "iptables -w -t %s %s %s -j DROP".formatted(table, verb, rule);
        lab.root(lab.lab().machine(machine).orElseThrow(), words.split(" "));
    }

    private void broken(Runnable breakIt, Runnable repairIt) {
        repair = repairIt;
        breakIt.run();
    }

    private static Check own(String name, CheckSpec.Probe probe) {
        return new LabFileCheck(new CheckSpec(name, probe, Duration.ofSeconds(5), Optional.empty(),
                Optional.of("The author says no.")), List.of());
    }

    private static void assertGreen(CheckResults results) {
        assertThat(results.results()).as(told(results))
                .allMatch(result -> result.verdict().outcome() == Outcome.PASSED);
        assertThat(results.exitCode().number()).isZero();
    }

    private static void assertOnlyRed(String id, String words, Check... more) throws IOException {
        CheckResults results = lab.judgeBroken(id, more);
        assertThat(results.results().stream().filter(result -> result.verdict().outcome() == Outcome.FAILED))
                .as(told(results)).singleElement().satisfies(red -> {
                    assertThat(red.id()).isEqualTo(id);
                    assertThat(red.verdict().message() + red.verdict().evidence()).contains(words);
                });
        assertThat(results.results()).filteredOn(result -> result.verdict().outcome() == Outcome.NOT_JUDGED)
                .as(told(results)).allSatisfy(result -> assertThat(result.verdict().message()).contains(id));
        assertThat(results.exitCode().number()).isEqualTo(1);
    }

    private static String told(CheckResults results) {
        return results.results().stream().map(result -> "%-10s %s (%d ms): %s".formatted(result.verdict().outcome(),
                result.id(), result.took().toMillis(), result.verdict().message()))
                .collect(Collectors.joining("\n", results.summary() + "\n", ""));
    }
}
