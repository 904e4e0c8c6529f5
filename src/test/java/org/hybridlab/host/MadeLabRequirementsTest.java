package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.Requirement.State;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a lab still needs of a host on which some of its machines are. */
class MadeLabRequirementsTest {
    private static final Lab LAB = TestLabs.linux();
    private static final Set<String> ALL = Set.of("control", "node");
    private static final long TOTAL = LabRequirements.memoryMiB(LAB);

    @TempDir
    Path root;

    @Test
    void memory_ofRunningMachines_isNotNeededAgain() {
        for (ProviderName provider : List.of(ProviderName.LIBVIRT, ProviderName.DOCKER)) {
            assertThat(one("memory", provider, ALL, Set.of(), 16_000, 100).state()).isEqualTo(State.WARNING);
            assertThat(one("memory", provider, ALL, ALL, 16_000, 100)).satisfies(memory -> {
                assertThat(memory.state()).isEqualTo(State.OK);
                assertThat(memory.needed()).hasValue(TOTAL + " MiB, 0 MiB of it not in use yet");
            });
            assertThat(one("memory", provider, ALL, Set.of("node"), 16_000, 100).state()).isEqualTo(State.WARNING);
        }
    }

    @Test
    void wholeHost_stillHasToHoldAllMachines() {
        assertThat(one("memory", ProviderName.LIBVIRT, ALL, ALL, TOTAL, 100).isMissing()).isTrue();
    }

    /** A container has a limit, and takes no memory for it. */
    @Test
    void raisedMemory_ofRunningMachine_isNeeded() {
        int node = LAB.machine("node").orElseThrow().memoryMiB();
        LabRequirements.OnHost raised = new LabRequirements.OnHost(true, ALL, ALL, Map.of("node", node - 500,
                "control", 1 << 20));

        assertThat(judged("memory", ProviderName.LIBVIRT, raised, 16_000, 100)).satisfies(memory -> {
            assertThat(memory.state()).isEqualTo(State.WARNING);
            assertThat(memory.needed()).hasValue(TOTAL + " MiB, 500 MiB of it not in use yet");
        });
        assertThat(judged("memory", ProviderName.DOCKER, raised, 16_000, 100).needed())
                .hasValue(TOTAL + " MiB, 0 MiB of it not in use yet");
    }

    @Test
    void disk_ofMadeMachines_isNotNeededAgain() {
        assertThat(disk(Set.of(), true).needed()).hasValue("about 8.0 GiB");
        assertThat(disk(Set.of("node"), true).needed()).hasValue("about 4.0 GiB");
        assertThat(disk(ALL, true)).satisfies(disk -> {
            assertThat(disk.state()).isEqualTo(State.OK);
            assertThat(disk.needed()).hasValue("about 0.0 GiB");
        });
        // What was made of a box needs it no more.
        assertThat(disk(ALL, false).state()).isEqualTo(State.OK);
    }

    private Requirement disk(Set<String> made, boolean box) {
        return judged("disk", ProviderName.LIBVIRT, new LabRequirements.OnHost(box, made, Set.of(), Map.of()), 16_000,
                16_000);
    }

    private Requirement one(String id, ProviderName provider, Set<String> made, Set<String> running, long memory,
                            long free) {
        return judged(id, provider, new LabRequirements.OnHost(true, made, running, Map.of()), memory, free);
    }

    private Requirement judged(String id, ProviderName provider, LabRequirements.OnHost here, long memory, long free) {
        FakeHost host = new FakeHost(root);
        HostFacts facts = new HostFacts(OperatingSystem.linux("ID=debian"), 4, memory, free, 500, true, true,
                List.of(), List.of(), "lea");
        return new LabRequirements(facts, host.files(), host, Map.of()).of(LAB, provider, List.of(), here,
                Optional.empty(), Instant.EPOCH).stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
    }
}
