package org.hybridlab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.check.Verdict.Outcome;
import org.hybridlab.guest.FakeShell;
import org.hybridlab.guest.FakeShell.Answer;
import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Lab;
import org.hybridlab.labfile.LabFile;
import org.junit.jupiter.api.Test;

/** The lab upstream-tor: three workers may hold the gateway of the pods of one Windows machine. */
class GatewaysHeldTest {
    private static final Lab LAB = LabFile.read(Path.of("labs/upstream-tor/lab.yaml"), Cidr.parse("192.168.99.0/24"))
            .orThrow();
    private static final String GATEWAY = "10.160.4.1";

    private final Fixture fixture = new Fixture();
    private final Set<String> holders = new HashSet<>(Set.of("node2"));
    private final Set<String> without = new HashSet<>();
    private boolean mute;
    private final Map<String, String> asked = new HashMap<>();

    @Test
    void passesIfOneMachineHoldsItAndAllReachIt() {
        Verdict verdict = judged("10.160.4.0/24");

        assertThat(verdict.outcome()).as(verdict.words()).isEqualTo(Outcome.PASSED);
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
    void failsWithTheNameOfTheMachineThatDoesNotReachIt() {
        without.add("node1");

        assertThat(failure()).isEqualTo("node1 does not reach 10.160.4.1");
    }

    /** Not one that holds nothing: that would be two holders with none of them to blame. */
    @Test
    void aMachineThatDoesNotSayIsNamed() {
        mute = true;

        assertThat(failure()).isEqualTo("node1 does not say which addresses it has.");
    }

    @Test
    void failsIfTheClusterHasGivenTheMachineNoPods() {
        Verdict verdict = judged("");

        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.words()).isEqualTo("win has no network for its pods");
    }

    @Test
    void isThereInLabsWithSuchGatewaysOnly() {
        assertThat(Checks.of(LAB)).extracting(Check::id).contains("gateways");
        assertThat(Checks.of(Fixture.lab())).extracting(Check::id).doesNotContain("gateways");
    }

    private String failure() {
        Verdict verdict = judged("10.160.4.0/24");
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        return verdict.words();
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
