package org.hybridlab.check.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.check.Checks;
import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.check.windows.GatewaysAnswer;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.guest.FakeShell;
import org.hybridlab.guest.FakeShell.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lab upstream-tor: three workers may hold the gateway of the pods of one Windows machine. */
class GatewaysHeldTest {
    private static final Lab LAB = LabFile.read(Path.of("labs/upstream-tor/lab.yaml"), Cidr.parse("192.168.99.0/24"))
            .orThrow();
    private static final String GATEWAY = "10.160.4.1";

    private final Fixture fixture = new Fixture();
    private final Set<String> holders = new HashSet<>(Set.of("node2"));
    private final Set<String> without = new HashSet<>();
    private boolean mute;
    private boolean unreachable;
    @TempDir
    private Path folder;
    private final Map<String, String> asked = new HashMap<>();

    @Test
    void gateway_heldOnceAndReachedByAll_passes() {
        Verdict verdict = judged("10.160.4.0/24");

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.evidence())
                .contains("node2 holds 10.160.4.1, the gateway of win", "control reaches 10.160.4.1",
                "node3 reaches 10.160.4.1");
        assertThat(asked).containsEntry("control", "ping -c 1 -W 2 " + GATEWAY);
    }

    @Test
    void failsIfNobodyHoldsIt() {
        holders.clear();

        assertThat(failure()).isEqualTo("10.160.4.1, the gateway of win has no holder");
    }

    /** Who holds it alone is what the peers must agree on. */
    @Test
    void failsIfTwoHoldIt() {
        holders.add("node3");

        assertThat(failure()).isEqualTo("10.160.4.1, the gateway of win has holders node2 and node3");
    }

    @Test
    void gateway_outOfReach_failsNamingTheMachine() {
        without.add("node1");

        assertThat(failure()).isEqualTo("node1 does not reach 10.160.4.1");
    }

    /** It held the gateway by an earlier lab file. */
    @Test
    void formerHolder_isAskedToo() {
        holders.add("control");

        assertThat(failure()).isEqualTo("10.160.4.1, the gateway of win has holders control and node2");
    }

    /** Not one that holds nothing: that would be two holders with none of them to blame. */
    @Test
    void aMachineThatDoesNotSayIsNamed() {
        mute = true;

        assertThat(failure()).isEqualTo("control does not say which addresses it has.");
    }

    @Test
    void gateway_ofMachineWithoutPodNetwork_fails() {
        Verdict verdict = judged("");

        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.message()).isEqualTo("win has no network for its pods");
    }

    @Test
    void isThereInLabsWithSuchGatewaysOnly() {
        assertThat(Checks.of(LAB)).extracting(Check::id).contains("gateways");
        assertThat(Checks.of(Fixture.lab())).extracting(Check::id).doesNotContain("gateways");
    }

    /** Nothing there could ever be true, or false, of Linux machines that the lab does not have. */
    @Test
    void lab_ofWindowsOnly_asksNoLinuxMachine() {
        assertThat(Checks.of(joining("{name: win, os: windows}"))).extracting(Check::id).contains("gateways-answer")
                .doesNotContain("gateways", "pod-network", "node-port");
        assertThat(Checks.of(joining("{name: win, os: windows}, {name: guest}"))).extracting(Check::id)
                .contains("gateways-answer", "pod-network", "node-port");
    }

    @Test
    void foreignGateway_mustAnswerEachMachine() {
        Lab lab = joining("{name: win, os: windows}, {name: guest}");
        holders.add("win");

        assertThat(answered(lab).outcome()).isEqualTo(Outcome.PASSED);
        without.add("guest");
        assertThat(answered(lab).message()).isEqualTo("guest does not reach 10.160.4.1, the gateway of win");
        without.clear();
        unreachable = true;
        assertThat(answered(lab).message()).isEqualTo("win does not reach 10.160.4.1, the gateway of win");
    }

    private Verdict answered(Lab lab) {
        fixture.api.with("/api/v1/nodes/win", """
                {"metadata": {"name": "win", "annotations": {}}, "spec": {"podCIDR": "10.160.4.0/24"}}""");
        fixture.shells = machine -> new FakeShell(machine.name(), words -> answer(machine.name(), words));
        return new GatewaysAnswer().judge(fixture.context(lab, Map.of()));
    }

    private Lab joining(String machines) {
        return unchecked(() -> LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                name: guests
                kubernetes: 1.36
                cluster: {kubeconfig: admin.conf, gateways: [192.168.99.2, 192.168.99.3]}
                network: {mode: tor-winbridge, machines: 192.168.99.0/24}
                machines: [%s]
                """.formatted(machines)), Cidr.parse("192.168.99.0/24")).orThrow());
    }

    private String failure() {
        Verdict verdict = judged("10.160.4.0/24");
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        return verdict.message();
    }

    private Verdict judged(String pods) {
        fixture.api.with("/api/v1/nodes/win", """
                {"metadata": {"name": "win"}, "spec": {%s}}"""
                .formatted(pods.isEmpty() ? "" : "\"podCIDR\": \"%s\"".formatted(pods)));
        fixture.shells = machine -> new FakeShell(machine.name(), words -> answer(machine.name(), words));
        return new GatewaysHeld().judge(fixture.context(LAB, Map.of()));
    }

    private Answer answer(String machine, List<String> words) {
        asked.put(machine, String.join(" ", words));
        if (words.contains("-n")) {
            return new Answer(0, unreachable ? "Reply from 10.160.4.2: Destination host unreachable."
                    : "Reply from 10.160.4.1: bytes=32 time<1ms TTL=64");
        }
        if (words.get(0).equals("ping")) {
            return without.contains(machine) ? Answer.NO : Answer.DONE;
        }
        if (mute) {
            return Answer.NO;
        }
        return words.contains(GATEWAY) && holders.contains(machine)
                ? new Answer(0, "2: eth0    inet %s/24 scope global eth0\n".formatted(GATEWAY)) : Answer.DONE;
    }
}
