package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A NetworkPolicy of an app in a lab on docker: without the addon, with it, and once it is switched off again. */
@Tag("long")
@Tag("docker")
class NetworkPolicyTest {
    private static final String LAB = """
            name: guarded
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: node}
            apps: [guarded]
            """;
    private static final String POD = """
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: %1$s, labels: {app: %1$s}}
            spec:
              nodeName: %2$s
              tolerations: [{operator: Exists}]
              nodeSelector: {kubernetes.io/os: linux}
              terminationGracePeriodSeconds: 0
              containers:
                - name: it
                  image: [=agnhostImage]
                  args: [netexec]
                  readinessProbe: {httpGet: {path: /hostname, port: 8080}, periodSeconds: 1}
            """;
    private static final String POLICY = """
            apiVersion: networking.k8s.io/v1
            kind: NetworkPolicy
            metadata: {name: friends-only}
            spec:
              podSelector: {matchLabels: {app: server}}
              ingress: [{from: [{podSelector: {matchLabels: {app: friend}}}]}]
            """;

    @AutoClose
    private final RealLab lab = RealLab.copyOf("first-cluster", "network-policy");

    @Test
    void policy_holds_unlessTheAddonIsOff() throws IOException {
        Path file = lab.folder().resolve("lab.yaml");
        Files.writeString(lab.folder().resolve("apps/guarded.yaml.ftl"), POLICY + POD.formatted("server", "node")
                + POD.formatted("friend", "control") + POD.formatted("near", "node")
                + POD.formatted("far", "control"));
        Files.writeString(file, LAB + "networkPolicy: false\n");
        assertThat(lab.must("up", "--provider", "docker").stderr()).contains("Write `networkPolicy: true`");
        assertReached("friend", "near", "far");

        Files.writeString(file, LAB);
        lab.must("up", "--provider", "docker");
        assertReached("friend");
        assertThat(lab.json("check").path("checks").valueStream().filter(check -> check.path("id").asString()
                .equals("networkPolicy")).map(check -> check.path("outcome").asString())).containsExactly("passed");

        Files.writeString(file, LAB + "networkPolicy: false\n");
        lab.must("up", "--provider", "docker");
        assertReached("friend", "near", "far");
        assertThat(Stream.of("control", "node").map(machine -> lab.must("exec", "--on", machine, "--sudo", "--",
                "iptables-save; ipset list").stdout())).noneMatch(rules -> rules.contains("KUBE-ROUTER"));
    }

    private void assertReached(String... pods) {
        assertThat(Stream.of("friend", "near", "far").filter(this::reaches)).containsExactly(pods);
    }

    private boolean reaches(String pod) {
        String server = lab.must("kubectl", "get", "pod", "server", "--output", "jsonpath={.status.podIP}").stdout();
        Result result = lab.call("kubectl", "exec", pod, "--", "curl", "--silent", "--max-time", "5",
                "http://" + server.strip() + ":8080/hostname");
        return result.ok() && result.stdout().contains("server");
    }
}
