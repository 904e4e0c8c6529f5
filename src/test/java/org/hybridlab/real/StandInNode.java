package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The stand-in {@code win} of a lab, as its cluster sees it and as it is inside. */
record StandInNode(RealLab lab) {
    void isReadyForAsLongAsItFindsItsNetwork() {
        String settings = "/c/etc/cni/net.d/10-flannel.conflist";
        lab.host("docker", "exec", lab.container("win"), "mv", settings, "/tmp/kept");
        awaitReady("False", "cni config uninitialized");
        lab.host("docker", "exec", lab.container("win"), "mv", "/tmp/kept", settings);
        awaitReady("True", "kept by kwok");
    }

    /** As a real kubelet's: the controller manager gives up on it 50 s after its last renewal. */
    void isReadyForAsLongAsItsKubeletRuns() {
        String holder = lease().at("/spec/holderIdentity").asString();
        powershell("Stop-Service -Name kubelet -Force");
        awaitReady("Unknown", "Kubelet stopped posting node status");
        powershell("Start-Service -Name kubelet");
        awaitReady("True", "kept by kwok");
        assertThat(lease().at("/spec/holderIdentity").asString()).isNotEqualTo(holder);
    }

    private void awaitReady(String status, String message) {
        await("win is Ready: " + status).atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
            assertThat(ready().get("status").asString()).isEqualTo(status);
            assertThat(ready().get("message").asString()).contains(message);
        });
    }

    private void powershell(String line) {
        lab.host("docker", "exec", lab.container("win"), "sh", "-c", "echo \"$0\" > /c/tmp/line.ps1 "
                + "&& /standin/bin/shell -c 'powershell -File C:\\tmp\\line.ps1'", line);
    }

    JsonNode node() {
        return JsonMapper.shared().readTree(lab.must("kubectl", "get", "node", "win", "-o", "json").stdout());
    }

    JsonNode ready() {
        return node().at("/status/conditions").valueStream().filter(one -> one.get("type").asString().equals("Ready"))
                .findFirst().orElseThrow();
    }

    JsonNode lease() {
        return JsonMapper.shared()
                .readTree(lab.must("kubectl", "-n", "kube-node-lease", "get", "lease", "win", "-o", "json")
                .stdout());
    }

    JsonNode world() {
        return JsonMapper.shared().readTree(inMachine("/var/lib/standin/world.json"));
    }

    String inMachine(String file) {
        return lab.host("docker", "exec", lab.container("win"), "cat", file).stdout();
    }
}
