package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.context.LabContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A machine at the address of one that leaves comes after it, or is refused. */
@ExtendWith(GoldenPlans.class)
class ReusedAddressTest {
    private static final String HIGHLY_AVAILABLE = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane, count: 3}, {name: node}]
            network: {machines: 192.168.57.0/24}
            """;
    private static final String APART = """
            name: lab
            kubernetes: 1.36
            machines:
              - {name: one, role: control-plane, address: 192.168.57.11}
              - {name: two, role: control-plane, address: 192.168.57.12}
              - {name: three, role: control-plane, address: 192.168.57.13}
              - {name: store1, role: etcd, address: 192.168.57.10}
              - {name: store2, role: etcd, address: 192.168.57.20}
              - {name: store3, role: etcd, address: 192.168.57.21}
              - {name: node, address: 192.168.57.30}
            network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
            """;
    private static final Predicate<String> LEAVING =
            Pattern.compile("(node-drained|etcd-member-left|machine-gone|node-left)/.*").asMatchPredicate();

    @TempDir
    private Path folder;

    /** etcd knows members by their addresses, and machines reuse them. */
    @Test
    void newMachine_atOldAddress_keepsItsMember() {
        ChangingLab lab = new ChangingLab(folder, HIGHLY_AVAILABLE.replace("57.0/24",
                "57.0/24, virtualAddress: 192.168.57.5"));
        Machine gone = lab.labContext(HIGHLY_AVAILABLE).lab().machine("control3").orElseThrow();
        LabContext labContext = lab.labContext("""
                name: lab
                kubernetes: 1.36
                machines:
                  - {name: control1, role: control-plane, address: 192.168.57.11}
                  - {name: control2, role: control-plane, address: 192.168.57.12}
                  - {name: late, role: control-plane, address: %s}
                  - {name: node, address: 192.168.57.14}
                network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
                """.formatted(gone.address()));
        lab.world.members.put(gone.address().toString(), "late");

        assertThat(lab.run(lab.plan(labContext, LEAVING), Agreement.ALL).failures()).isEmpty();

        assertThat(lab.world.members).containsValue("late").hasSize(3);
        assertThat(GoldenPlans.of(labContext).steps()).filteredOn(step -> step.id().equals("machine-running/late"))
                .singleElement().satisfies(step -> assertThat(step.needs()).contains("node-left/control3"));
    }

    /** Its members leave once all control planes know the others, the new one among them. */
    @ParameterizedTest
    @CsvSource({"three, late", "node, late"})
    void reusedAddress_withEtcdApart_isWaitedFor(String old, String late) {
        ChangingLab lab = new ChangingLab(folder, APART);

        Plan plan = GoldenPlans.of(lab.labContext(APART.replace("name: " + old, "name: " + late)));

        assertThat(plan.step("machine-running/" + late).needs()).contains("node-left/" + old);
        assertThat(plan.steps()).extracting(Step::id).doesNotContain("etcd-member-left/" + old);
    }

    /** A member of etcd leaves after all control planes know the others, so none of those can take its address. */
    @ParameterizedTest
    @CsvSource({"store1, role: etcd, 10", "one, role: control-plane, 11"})
    void reusedAddress_thatCannotWait_isRefused(String old, String role, String number) {
        ChangingLab lab = new ChangingLab(folder, APART);
        LabContext changed = lab.labContext(APART.replace("{name: %s, %s, address: 192.168.57.%s}".formatted(old, role,
                number), "{name: late, %s, address: 192.168.57.%s}".formatted(role, number)));

        assertThat(ChangeRefusals.reasons(changed.open())).singleElement().asString()
                .startsWith("late has the address 192.168.57.%s of %s".formatted(number, old))
                .contains("remove %s in an `up` of its own first".formatted(old));
        assertThat(GoldenPlans.of(changed).step("machine-running/late").needs()).doesNotContain("node-left/" + old);
    }

    @Test
    void firstControlPlane_atOldAddress_isRefused() {
        String three = """
                name: lab
                kubernetes: 1.36
                machines:
                  - {name: one, role: control-plane, address: 192.168.57.11}
                  - {name: two, role: control-plane, address: 192.168.57.12}
                  - {name: three, role: control-plane, address: 192.168.57.13}
                network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
                """;
        ChangingLab lab = new ChangingLab(folder, three);

        assertThat(ChangeRefusals.reasons(lab.labContext(three.replace("name: one", "name: late")).open()))
                .singleElement().asString().contains("remove one in an `up` of its own first");
        assertThat(ChangeRefusals.reasons(lab.labContext(three.replace("name: two", "name: late")).open())).isEmpty();
    }

    /** The control plane would wait for the member to leave, and that for the control plane. */
    @Test
    void controlPlane_atMembersOldAddress_isRefused() {
        ChangingLab lab = new ChangingLab(folder, APART);
        LabContext changed = lab.labContext(APART.replace("{name: store1, role: etcd", "{name: late, role: "
                + "control-plane").replace("  - {name: node,", "  - {name: store4, role: etcd}\n  - {name: node,"));

        assertThat(ChangeRefusals.reasons(changed.open())).singleElement().asString()
                .contains("remove store1 in an `up` of its own first");
        assertThat(GoldenPlans.of(changed).steps()).isNotEmpty();
    }

    /** The old machine goes once all others are upgraded, and the new one joins after that. */
    @ParameterizedTest
    @CsvSource({"node, 30", "three, 13"})
    void upgrade_waitsForNoNewControlPlane(String old, String number) {
        ChangingLab lab = new ChangingLab(folder, APART.replace("1.36", "1.35"));
        LabContext changed = lab.labContext(APART.replaceAll("\\{name: " + old + "[^}]*}",
                "{name: late, role: control-plane, address: 192.168.57.%s}".formatted(number)));

        assertThat(ChangeRefusals.reasons(changed.open())).isEmpty();
        Plan plan = GoldenPlans.of(changed);
        assertThat(plan.step("machine-running/late").needs()).contains("node-left/" + old);
        assertThat(plan.step("kubernetes-upgraded/one").needs()).contains("machine-prepared/two")
                .doesNotContain("machine-prepared/late");
    }
}
