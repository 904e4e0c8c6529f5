package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.provision.snapshot.ResetInPlace.EtcdSetBack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What etcd is told so that it has the keys of a snapshot, by the real jq, from answers in the form of etcd's. */
class EtcdSetBackTest {
    @TempDir
    private Path folder;

    @Test
    void sameKeys_areLeftAlone() throws IOException {
        String pods = keys("/registry/pods/a/one=running", "/registry/pods/a/two=running");

        assertThat(changes(pods, pods)).isEmpty();
    }

    @Test
    void keys_comeBack_change_andGo() throws IOException {
        assertThat(changes(keys("/registry/pods/a/deleted=it", "/registry/pods/a/changed=before"),
                keys("/registry/pods/a/changed=after", "/registry/pods/a/new=it"))).containsExactly(
                "delete /registry/pods/a/new", "put /registry/pods/a/changed=before",
                "put /registry/pods/a/deleted=it");
    }

    /** The API server renews these itself, and leaves alone what is not of Kubernetes. */
    @Test
    void serversOwnKeys_stay() throws IOException {
        assertThat(changes(keys("/registry/masterleases/10.0.0.1=then", "compact_rev_key=7"),
                keys("/registry/masterleases/10.0.0.1=now", "/registry/peerserverleases/x=now", "compact_rev_key=9")))
                .isEmpty();
    }

    /** A kubelet's lease of hours ago would make its node one that is gone. */
    @Test
    void leases_comeAndGo_butKeepTheirTime() throws IOException {
        String lease = "/registry/leases/kube-node-lease/";
        assertThat(changes(keys(lease + "node=then", lease + "removed=then"), keys(lease + "node=now",
                lease + "added=now"))).containsExactly("delete " + lease + "added", "put " + lease + "removed=then");
    }

    /** Else the next leader waits until the lease of the stopped one is over. */
    @Test
    void leases_ofStoppedControllers_go() throws IOException {
        String lease = "/registry/leases/kube-system/kube-scheduler=";
        String other = "/registry/leases/kube-system/apiserver-x=";
        assertThat(changes(keys(lease + "then", other + "then"), keys(lease + "now", other + "now")))
                .containsExactly("delete /registry/leases/kube-system/kube-scheduler");
    }

    /** Without etcd's lease it would stay for good. */
    @Test
    void events_ofBefore_doNotComeBack() throws IOException {
        String expiring = keys("/registry/events/a/old=then").replace("\"value\"", "\"lease\":\"77\",\"value\"");

        assertThat(changes(expiring, keys("/registry/events/a/new=now")))
                .containsExactly("delete /registry/events/a/new");
    }

    @Test
    void services_comeAfterTheirAddresses() throws IOException {
        String service = "/registry/services/specs/kube-system/kube-dns=it";

        assertThat(changes(keys(service, "/registry/ipaddresses/10.96.0.10=it", "/registry/validating/x=it"), keys()))
                .last().isEqualTo("put " + service);
    }

    @Test
    void manyChanges_areSeveralRequests() throws IOException {
        String many = keys(IntStream.range(0, 250).mapToObj("/registry/configmaps/a/%d=it"::formatted)
                .toArray(String[]::new));
        String large = keys(IntStream.range(0, 5).mapToObj(i -> "/registry/configmaps/a/%d=%s".formatted(i,
                "x".repeat(300_000))).toArray(String[]::new));

        assertThat(requests(many, keys())).hasSize(3).allMatch(request -> request.get("success").size() <= 100);
        assertThat(requests(large, keys())).hasSizeGreaterThan(2)
                .allMatch(request -> request.toString().length() < 1_000_000);
    }

    /** Each as "put KEY=VALUE" or "delete KEY". */
    private List<String> changes(String saved, String live) throws IOException {
        List<String> all = new ArrayList<>();
        for (JsonNode request : requests(saved, live)) {
            request.get("success").forEach(change -> all.add(change.has("request_put")
                    ? "put " + text(change.at("/request_put/key")) + "=" + text(change.at("/request_put/value"))
                    : "delete " + text(change.at("/request_delete_range/key"))));
        }
        return all;
    }

    private List<JsonNode> requests(String saved, String live) throws IOException {
        Files.writeString(folder.resolve("saved.json"), saved);
        Files.writeString(folder.resolve("live.json"), live);
        return new LocalProcesses().run(Command.of("jq", "-cn", "--slurpfile", "saved", folder.resolve("saved.json")
                .toString(), "--slurpfile", "live", folder.resolve("live.json").toString(), EtcdSetBack.CHANGES),
                line -> { }, new Cancellation()).orFail("jq-failed", "jq failed.", "").stdout().lines()
                .map(line -> JsonMapper.shared().readTree(line)).toList();
    }

    /** @param pairs KEY=VALUE */
    private static String keys(String... pairs) {
        return Arrays.stream(pairs).map(pair -> pair.split("=", 2))
                .map(pair -> "{\"key\":\"%s\",\"value\":\"%s\"}".formatted(base64(pair[0]), base64(pair[1])))
                .collect(Collectors.joining(",", "{\"header\":{\"revision\":\"9\"},\"kvs\":[", "]}"));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(JsonNode base64) {
        return new String(Base64.getDecoder().decode(base64.asString()), StandardCharsets.UTF_8);
    }
}
