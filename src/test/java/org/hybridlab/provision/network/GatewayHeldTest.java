package org.hybridlab.provision.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.guest.FakeShell;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.change.Refusals;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.WindowsGuest;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayHeldTest {
    private static final Path LAB = Path.of("labs/upstream-tor/lab.yaml");
    private static final Cidr PODS = Cidr.parse("10.160.4.0/24");
    @TempDir
    private Path folder;
    private LabContext labContext;

    @BeforeEach
    void theShippedLab() {
        labContext = WindowsLabs.simulating(LAB, ProviderName.DOCKER, folder);
    }

    @Test
    void gateway_waitsForItsNode_appsForIt() {
        Plan plan = UpPlanner.plan(labContext);

        assertThat(plan.step("gateway-held/win").needs()).isEqualTo(Set.of("node-simulated/win",
                "machine-prepared/control", "machine-prepared/node1", "machine-prepared/node2",
                "machine-prepared/node3"));
        assertThat(plan.step("app-ready/numbers").needs()).contains("gateway-held/win");
    }

    @Test
    void workers_holdingTheGateway_nameTheOthers() {
        String script = script("node2");

        assertThat(script)
                .contains("virtual_router_id 1\n", "10.160.4.1/24 dev $adapter", "state BACKUP\n    nopreempt",
                "        192.168.57.12\n        192.168.57.14\n    }").doesNotContain("192.168.57.11");
    }

    @Test
    void otherMachines_routeToTheHolder() {
        assertThat(script("control")).contains("ip route replace 10.160.4.0/24 via 10.160.4.1 dev $adapter onlink")
                .doesNotContain("keepalived");
    }

    /** At a boot the adapter may come after the unit. */
    @Test
    void route_waitsForItsAdapter() {
        assertThat(script("control")).contains("After=network-online.target",
                "until echo 0 > /proc/sys/net/ipv4/conf/$adapter/send_redirects; do sleep 1; done",
                "onlink metric 100; do sleep 1; done").doesNotContain("Restart=on-failure");
    }

    @Test
    void route_notThere_isNotDone() {
        GatewayScript script = GatewayScript.ofOthers(labContext.lab().machine("win").orElseThrow(), PODS, List.of());

        assertThat(script.hasRoute(guest(0, "active\n"))).isTrue();
        assertThat(script.hasRoute(guest(0, "activating\n"))).as("waits for its adapter").isTrue();
        assertThat(script.hasRoute(guest(0, "failed\n"))).isFalse();
        assertThat(script.hasRoute(guest(0, "inactive\n"))).isFalse();
    }

    private static Guest guest(int code, String answer) {
        return new Guest(new FakeShell("control", words -> new FakeShell.Answer(code, answer)), new QuietContext());
    }

    @Test
    void bashReadsEachScript() throws IOException {
        for (Machine machine : labContext.lab().machines().stream().filter(one -> !one.isWindows()).toList()) {
            Path file = Files.writeString(folder.resolve(machine.name() + ".sh"), script(machine.name()));
            assertThat(new LocalProcesses().run(Command.of("bash", "-n", file.toString()), new Cancellation()).stderr())
                    .isEmpty();
        }
    }

    @Test
    void foreignMachine_getsScript_andWayBack() throws IOException {
        GatewayScript script = GatewayScript.ofOthers(labContext.lab().machine("win").orElseThrow(), PODS,
                List.of(Ipv4.parse("192.168.57.12"), Ipv4.parse("192.168.57.13")));
        for (String address : List.of("192.168.57.12", "192.168.57.11")) {
            String text = script.text(labContext.templates(), address, Ipv4.parse(address));
            Path file = Files.writeString(folder.resolve("others.sh"), text);

            assertThat(new LocalProcesses().run(Command.of("bash", "-n", file.toString()), new Cancellation()).stderr())
                    .isEmpty();
            assertThat(text).contains("cat > /etc/hybridlab/remove-gateway-win.sh",
                    "ip route replace 10.160.4.0/24 via 10.160.4.1 dev $adapter onlink");
            assertThat(text.contains("keepalived --dont-fork")).isEqualTo(address.endsWith(".12"));
        }
    }

    /** Two labs in one cluster know nothing of each other; their nodes' shares differ. */
    @Test
    void gateways_ofOneCluster_haveOwnRouters() {
        Machine win = labContext.lab().machine("win").orElseThrow();

        assertThat(IntStream.range(0, 255).mapToObj(i -> GatewayScript.ofOthers(win,
                Cidr.parse("10.160.%d.0/24".formatted(i)), List.of()).router()).distinct())
                .hasSize(255).allMatch(id -> id >= 1 && id <= 255);
    }

    @Test
    void destroy_saysWhatStaysOnForeignMachines() {
        ClusterGatewayScripts scripts = new ClusterGatewayScripts(labContext.workspace());
        assertThat(scripts.afterwards(Set.of())).isEmpty();
        scripts.write(Ipv4.parse("192.168.57.12"), "gateway-win.sh", "true");

        assertThat(scripts.afterwards(Set.of()).orElseThrow())
                .contains("as root, /etc/hybridlab/remove-gateway-win.sh on 192.168.57.12.");
        assertThat(scripts.afterwards(Set.of("win"))).isPresent();
        assertThat(scripts.afterwards(Set.of("another"))).isEmpty();
    }

    /** Windows says 0 where a neighbour answers that there is nobody. */
    @Test
    void gatewayAnswer_withoutTtl_doesNotCount() {
        assertThat(reaches(0, "Reply from 10.160.4.1: bytes=32 time<1ms TTL=64")).isTrue();
        assertThat(reaches(0, "Reply from 10.160.4.2: Destination host unreachable.")).isFalse();
        assertThat(reaches(1, "Request timed out.")).isFalse();
        assertThatThrownBy(() -> reaches(255, "")).isInstanceOf(LabException.class);
    }

    private static boolean reaches(int code, String answer) {
        return new WindowsGuest(new FakeShell("win", words -> new FakeShell.Answer(code, answer)), new QuietContext())
                .reaches(Ipv4.parse("10.160.4.1"));
    }

    /** Both come in two phases: neither can be rendered before the node is there. */
    @Test
    void realWindowsMachinesComeUpBesideTheirGateway() {
        LabContext created = WindowsLabs.created(LAB, ProviderName.VIRTUALBOX, folder);
        Plan plan = UpPlanner.plan(created);

        assertThat(Refusals.limits(created.lab(), List.of())).isEmpty();
        assertThat(plan.step("gateway-held/win").needs()).contains("node-joined/win");
        assertThat(plan.step("overlay-in-place/win").needs()).contains("node-joined/win");
        assertThat(created.windowsFiles(created.lab().machine("win").orElseThrow()).texts())
                .containsKey("start-kube-proxy.ps1").doesNotContainKeys("start-pod-network.ps1", "cni-conf.json");
    }

    /** An address on the wire twice, and a virtual router's id in two uses, are what would come of it. */
    @Test
    void gateways_ofEarlierLabFile_areGivenUp() throws IOException {
        Path units = Files.createDirectories(folder.resolve("root/etc/systemd/system"));
        Path settings = Files.createDirectories(folder.resolve("root/etc/hybridlab"));
        unit(units, "gateway-win", "gateway-old", "gateway-guest", "route-guest");
        Files.writeString(settings.resolve("remove-gateway-guest.sh"), "of another lab, which joined the cluster");
        Files.writeString(units.resolve("hybridlab-route-old.service"), "ExecStart=/bin/sh -c 'ip -o address show || "
                + "ip route replace 10.160.9.0/24 via 10.160.9.1 dev eth0 onlink metric 100'\n");
        for (String file : List.of("gateway-win", "gateway-win.conf", "gateway-old", "gateway-old.conf", "other")) {
            Files.writeString(settings.resolve(file), "");
        }

        assertThat(runs("control")).contains("systemctl disable --quiet --now hybridlab-gateway-win",
                        "systemctl disable --quiet --now hybridlab-gateway-old",
                        "systemctl disable --quiet --now hybridlab-route-old",
                        "ip route delete 10.160.9.0/24 via 10.160.9.1 dev eth0 metric 100")
                .doesNotContain("systemctl disable --quiet --now hybridlab-route-win");
        assertThat(units.toFile().list()).containsExactlyInAnyOrder("hybridlab-route-win.service",
                "hybridlab-gateway-guest.service", "hybridlab-route-guest.service");
        assertThat(settings.toFile().list()).containsExactlyInAnyOrder("other", "remove-gateway-guest.sh");
        assertThat(runs("control")).noneMatch(line -> line.contains("disable"));
    }

    @Test
    void holder_keepsItsGateway() throws IOException {
        Path units = Files.createDirectories(folder.resolve("root/etc/systemd/system"));
        Files.createDirectories(folder.resolve("root/etc/hybridlab"));
        runs("node2");

        assertThat(runs("node2")).noneMatch(line -> line.contains("disable"));
        assertThat(units.toFile().list()).containsExactlyInAnyOrder("hybridlab-gateway-win.service",
                "hybridlab-route-win.service");
    }

    private static void unit(Path units, String... names) throws IOException {
        for (String name : names) {
            Files.writeString(units.resolve("hybridlab-%s.service".formatted(name)), "");
        }
    }

    /** Runs the machine's script below a folder, with programs that only note what they are told. */
    private List<String> runs(String machine) throws IOException {
        Path told = Files.writeString(folder.resolve("told"), "");
        Path programs = Files.createDirectories(folder.resolve("programs"));
        for (String program : List.of("systemctl", "ip", "keepalived")) {
            StubProgram.write(programs.resolve(program), """
                    echo "%s $*" >> %s
                    [ "$1" != -o ] || echo "2: eth0    inet %s/24 scope global eth0"
                    """.formatted(program, told, labContext.lab().machine(machine).orElseThrow().address()));
        }
        String script = script(machine).replace("/etc/", folder.resolve("root/etc") + "/");
        new LocalProcesses().run(Command.of("bash", "-c", script).env("PATH", programs + ":" + System.getenv("PATH")),
                line -> { }, new Cancellation()).orFail("script-failed", "The script failed.", "");
        return Files.readAllLines(told);
    }

    private String script(String machine) {
        return new GatewayHeld(labContext, labContext.lab().machine("win").orElseThrow())
                .script(labContext.lab().machine(machine).orElseThrow(), PODS);
    }
}
