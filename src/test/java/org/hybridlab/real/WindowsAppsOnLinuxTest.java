package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The Windows apps of our labs as Linux pods on docker, as nothing else runs them here: each proof that their labs'
 * checks ask for is green, and red if what it is about is broken. Only the system, its paths and IIS' image differ.
 */
@Tag("long")
@Tag("docker")
class WindowsAppsOnLinuxTest {
    @TempDir
    private Path folder;
    private RealLab lab;

    @AfterEach
    void destroy() {
        lab.close();
    }

    @Test
    void theHandbooksAppsProveWhatTheyClaim() throws IOException {
        comesUpGreen("handbook-windows", "{name: win, os: windows, build: 2022, memory: 6GiB}", "{name: win}");
        assertThat(lab.must("exec", "--on", "node,win", "--", "sh", "-c", "cat /AzureData/note.txt; true").stdout())
                .contains("this was written before");

        kubectl("patch", "secret", "word", "--patch", "{\"stringData\":{\"word\":\"another\"}}");
        kubectl("rollout", "restart", "deployment/configuration");
        kubectl("patch", "deployment", "volumes", "--type", "json", "--patch",
                "[{\"op\":\"remove\",\"path\":\"/spec/template/spec/containers/0/volumeMounts\"}]");
        kubectl("patch", "deployment", "two-containers", "--type", "json", "--patch",
                "[{\"op\":\"remove\",\"path\":\"/spec/template/spec/containers/0\"}]");
        Stream.of("configuration", "volumes", "two-containers")
                .forEach(app -> kubectl("rollout", "status", "deployment/" + app));

        assertThat(red()).containsExactlyInAnyOrder("lab/a-pod-has-its-secret-by-environment",
                "lab/a-pod-has-its-secret-as-a-file", "lab/a-pod-reads-a-folder-of-the-machine",
                "lab/a-pod-s-containers-share-its-cache", "lab/a-pod-s-containers-share-its-scratch-room",
                "lab/a-container-reaches-the-other-one-of-its-pod-at-localhost");

        kubectl("patch", "configmap", "greeting", "--patch", "{\"data\":{\"greeting\":\"good evening\"}}");
        kubectl("rollout", "restart", "deployment/configuration");
        kubectl("rollout", "status", "deployment/configuration");
        kubectl("delete", "service", "numbered");
        // It remembers the names that the Service gave.
        kubectl("-n", "kube-system", "rollout", "restart", "deployment/coredns");
        kubectl("-n", "kube-system", "rollout", "status", "deployment/coredns");
        kubectl("patch", "hpa", "iis", "--patch", "{\"spec\":{\"maxReplicas\":1}}");
        kubectl("wait", "hpa/iis", "--for", "jsonpath={.status.desiredReplicas}=1", "--timeout", "2m");
        kubectl("scale", "deployment", "iis", "visitors", "--replicas", "0");
        kubectl("wait", "pod", "-l", "app in (iis, visitors)", "--for", "delete", "--timeout", "2m");
        // What needs the web server is not judged while its app fails.
        assertThat(notGreen()).contains("lab/a-pod-has-its-configmap-by-environment",
                "lab/a-pod-has-its-configmap-as-a-file", "lab/the-first-stateful-pod-is-reached-by-its-own-name",
                "lab/the-web-server-answers-on-every-machine",
                "lab/visitors-come-to-the-web-server", "lab/the-autoscaler-wants-more-pods-for-them");

        kubectl("scale", "statefulset", "numbered", "--replicas", "1");
        kubectl("wait", "pod/numbered-1", "--for", "delete", "--timeout", "2m");
        assertThat(notGreen()).contains("lab/the-stateful-pods-are-called-by-number");
    }

    @Test
    void petShop_asksDatabase_withTheSecret() throws IOException {
        comesUpGreen("kiamol-ch18", "{name: kiamol-node-win, os: windows, memory: 3GiB}", "{name: kiamol-node-win}");

        kubectl("patch", "configmap", "apod-api-picture", "--patch", "{\"data\":{\"today.svg\":\"<svg/>\"}}");
        kubectl("rollout", "restart", "deployment/apod-api");
        kubectl("rollout", "status", "deployment/apod-api");
        assertThat(red()).containsExactlyInAnyOrder("lab/the-picture-itself-arrives-at-every-machine-s-port-30000",
                "lab/the-picture-arrives-whole-and-as-a-picture");
        // The file's own picture comes back.
        lab.must("up", "--no-checks");
        kubectl("rollout", "restart", "deployment/apod-api");
        kubectl("rollout", "status", "deployment/apod-api");

        kubectl("create", "secret", "generic", "other", "--from-literal", "sa-password=guess");
        kubectl("patch", "deployment", "petshop-webservice", "--patch",
                "{\"spec\":{\"template\":{\"spec\":{\"volumes\":"
                        + "[{\"name\":\"password\",\"secret\":{\"secretName\":\"other\"}}]}}}}");
        kubectl("rollout", "status", "deployment/petshop-webservice");
        assertThat(red()).containsExactlyInAnyOrder("app/petshop",
                "lab/the-pet-shop-s-web-service-has-the-password-of-the-secret",
                "lab/the-pet-shop-s-database-lets-the-web-service-in");

        kubectl("rollout", "undo", "deployment/petshop-webservice");
        kubectl("rollout", "status", "deployment/petshop-webservice");
        kubectl("scale", "deployment", "petshop-db", "--replicas", "0");
        assertThat(red()).containsExactlyInAnyOrder("app/petshop",
                "lab/the-pet-shop-s-database-lets-the-web-service-in");
    }

    private void comesUpGreen(String name, String windows, String linux) throws IOException {
        Path copy = folder.resolve("labs").resolve(name);
        RealLab.copy(Path.of("labs", name), copy);
        try (Stream<Path> apps = Files.list(copy.resolve("apps"))) {
            for (Path app : apps.toList()) {
                Files.writeString(app, onLinux(Files.readString(app)));
            }
        }
        Path file = copy.resolve("lab.yaml");
        // Two machines of each system are enough.
        Files.writeString(file, Files.readString(file).replace(windows, linux)
                .replaceAll("(?m)^ +- \\{name: kiamol-node(2|3|-win2|-win3)\\b.*\n", "")
                .replaceAll("within: (10|15|30|35)m", "within: 3m"));
        lab = RealLab.copyOf(copy, name + "-on-linux", Map.of());

        lab.must("up", "--provider", "docker");

        // From here on what is red is red, and need not wait for it.
        Path used = lab.folder().resolve("lab.yaml");
        Files.writeString(used, Files.readString(used).replaceAll("within: [23]m", "within: 20s"));
    }

    private static String onLinux(String manifest) {
        return manifest.replace("kubernetes.io/os: windows", "kubernetes.io/os: linux")
                .replace("name: windows\n", "name: linux\n").replace("'C:\\AzureData'", "/AzureData")
                .replace("C:/", "/")
                .replaceAll("image: mcr.microsoft.com/windows/servercore/iis:.*",
                        "image: [=agnhostImage]\n          args: [netexec, --http-port=80]");
    }

    /** The autoscaler takes its time, and the visitors of the first check may have gone. */
    private List<String> red() {
        return with("failed").filter(id -> !id.contains("autoscaler")).toList();
    }

    private List<String> notGreen() {
        return with("failed", "not-judged").toList();
    }

    private Stream<String> with(String... outcomes) {
        JsonNode report = lab.json("check");
        return report.get("checks").valueStream().filter(one -> List.of(outcomes)
                .contains(one.get("outcome").asString())).map(one -> one.get("id").asString());
    }

    private void kubectl(String... words) {
        lab.must("kubectl", words);
    }
}
