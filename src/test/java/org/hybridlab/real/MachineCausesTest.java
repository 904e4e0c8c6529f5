package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Machines are broken one way at a time: `diagnose` names it, and the commands that it prints cure it. */
@Tag("long")
@Tag("docker")
class MachineCausesTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration WELL = Duration.ofSeconds(150);
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "machine-causes");

    @BeforeAll
    static void up() {
        LAB.must("up", "--provider", "docker");
    }

    /** What fills a disk lies in a folder of a pod that runs: the kubelet deletes others every minute. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            kubelet-stopped             | node    | systemctl stop kubelet
            containerd-stopped          | node    | systemctl stop containerd
            service-not-started-at-boot | node    | systemctl disable --now kubelet
            containerd-config-missing   | node    | rm /etc/containerd/config.toml
            kubelet-config-missing      | node    | rm /var/lib/kubelet/config.yaml; systemctl stop kubelet
            kubelet-kubeconfig-missing  | node    | rm /etc/kubernetes/kubelet.conf; systemctl stop kubelet
            kubelet-node-ip-differs     | node    | sed -i s/--node-ip=[0-9.]*// /var/lib/kubelet/*.env
            hosts-file-lacks-machine    | node    | grep -v " node$" /etc/hosts > /tmp/h; cat /tmp/h > /etc/hosts
            hosts-file-wrong-address    | node    | sed '1i 192.0.2.9 control' /etc/hosts > /tmp/h; \
            cat /tmp/h > /etc/hosts
            host-name-differs           | node    | hostname stranger
            kubernetes-key-readable     | control | chmod 0644 /etc/kubernetes/admin.conf
            file-system-read-only       | node    | cd /var/lib; mount --bind cni cni; mount -o remount,ro,bind cni
            disk-full                   | node    | cd /var/log; set -- pods/kube-flannel*; \
            mount -t tmpfs -o size=1M t pods; mkdir $1; yes > $1/0.log.1
            bridge-filter-off           | node    | sysctl -w net.bridge.bridge-nf-call-iptables=0
            pod-name-servers-missing    | node    | : > /etc/hybridlab/resolv.conf
            pod-name-servers-loop       | node    | echo nameserver 127.0.0.53 > /etc/hybridlab/resolv.conf
            cni-config-missing          | node    | rm /etc/cni/net.d/10-flannel.conflist
            cni-config-foreign          | node    | cd /etc/cni/net.d; cp 10-flannel.conflist 00-other.conflist
            pod-interface-wrong         | node    | ip link set flannel.4096 down
            pod-share-lost              | node    | rm /run/flannel/subnet.env
            overlay-port-dropped        | node    | iptables -w -t raw -I PREROUTING -p udp -m udp --dport 4789 -j DROP
            kubelet-port-dropped        | node    | iptables -w -I INPUT -p tcp -m tcp --dport 10250 -j DROP
            scheduler-manifest-missing  | control | rm /etc/kubernetes/manifests/kube-scheduler.yaml
            etcd-manifest-missing       | control | mv /etc/kubernetes/manifests/etcd.yaml /root/
            certificate-expires-soon    | control | cd /etc/kubernetes/pki; f=front-proxy-client; \
            openssl x509 -x509toreq -copy_extensions copy -in $f.crt -signkey $f.key -out /tmp/r; \
            openssl x509 -req -copy_extensions copy -in /tmp/r -CA front-proxy-ca.crt -CAkey front-proxy-ca.key \
            -CAcreateserial -days 3 -out /tmp/c; \
            cp /tmp/c $f.crt
            """)
    void brokenMachine_isCuredByPrintedCommands(String id, String machine, String how) {
        LAB.must("exec", "--on", machine, "--sudo", "--", how + " ; true");
        List<String> commands = new ArrayList<>();
        AtomicReference<JsonNode> last = new AtomicReference<>();
        await(id).atMost(SOON).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
            last.set(LAB.json("diagnose", "--since", "1", "--timeout", "10"));
            assertThat(causes(last.get())).as(last.get().toPrettyString()).contains(id);
        });
        findings(last.get()).stream().filter(finding -> finding.get("id").asString().equals(id)).limit(1)
                .forEach(finding -> {
                    assertThat(finding.get("place").asString()).isEqualTo(machine);
                    finding.get("commands").forEach(command -> commands.add(command.asString()));
                });
        assertThat(commands).isNotEmpty();

        commands.forEach(MachineCausesTest::paste);

        await(id + " is cured").atMost(WELL).pollInterval(Duration.ofSeconds(2)).untilAsserted(() -> {
            LAB.must("exec", "--sudo", "--", "journalctl --quiet --rotate; journalctl --quiet --vacuum-time=1s");
            Result result = LAB.call("diagnose", "--since", "1", "--timeout", "20");
            assertThat(result.exitCode()).as(result.stdout()).isZero();
        });
        LAB.must("check");
    }

    private static void paste(String command) {
        Result result = LAB.run(Command.of("sh", "-c", command.replaceFirst("^hybridlab ", LAB.launcher() + " ")));
        assertThat(result.ok()).as("%s%n%s%n%s", command, result.stdout(), result.stderr()).isTrue();
    }

    private static List<JsonNode> findings(JsonNode diagnosis) {
        return StreamSupport.stream(diagnosis.get("findings").spliterator(), false).toList();
    }

    private static List<String> causes(JsonNode diagnosis) {
        return findings(diagnosis).stream().map(finding -> finding.get("id").asString())
                .collect(Collectors.toList());
    }
}
