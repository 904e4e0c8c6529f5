package org.hybridlab.provision.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.ForcedFiles;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.KubernetesVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceStateTest {
    private static final AppliedLab LAB = new AppliedLab("1.36.3", Optional.empty(), Map.of(), List.of(), Map.of(),
            Map.of(), "", Map.of(), Map.of());

    @TempDir
    private Path folder;
    private Workspace workspace;
    private WorkspaceState state;

    @BeforeEach
    void aWorkspace() {
        workspace = Workspace.in(folder.resolve("w")).create();
        state = new WorkspaceState(workspace);
    }

    private Map<String, Runnable> intents() {
        return Map.of("lab", () -> state.keep(LAB),
                "upgrade", () -> state.changeLab(lab -> lab.withUpgrade(KubernetesVersion.parse("1.37.0"))),
                "objects", () -> state.addObjects("web", List.of("/api/v1/namespaces/web")),
                "recreation", () -> state.beginRecreating("node"),
                "reset", () -> state.beginReset("first"));
    }

    /** The effect follows at once, and may outlive a power cut. */
    @ParameterizedTest
    @ValueSource(strings = {"lab", "upgrade", "objects", "recreation", "reset"})
    void intent_isOnDisk_whenCallReturns(String intent) throws IOException {
        if (intent.equals("upgrade")) {
            state.keep(LAB);
        }

        assertThat(forced(intents().get(intent))).hasSize(2).last().isEqualTo(workspace.folder());
    }

    @Test
    void missingFile_isEmptyRecord() {
        assertThat(state.lab()).isEmpty();
        assertThat(state.objects()).isEmpty();
        assertThat(state.recreating()).isEmpty();
        assertThat(state.resetTo()).isEmpty();
        assertThat(state.file()).doesNotExist();
    }

    /** Unknown is not absent. */
    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "{\"version\": 1}", "[", "foreign"})
    void unreadableFile_isUnknown_andStays(String text) throws IOException {
        state.beginReset("first");
        String damaged = text.equals("foreign")
                ? Files.readString(state.file()).replace("\"version\" : 1", "\"version\" : 2") : text;
        Files.writeString(state.file(), damaged);

        assertThat(state.lab()).isEmpty();
        Stream<Runnable> reads = Stream.of(state::objects, state::recreating, state::resetTo,
                () -> state.mustBeReadable("lab"),
                () -> state.endReset(List.of()), () -> state.save("snapshots/first/"));
        Stream.concat(reads, intents().values().stream()).forEach(call -> assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(LabException.class, e -> {
                    assertThat(e.id()).isEqualTo("applied-lab-unreadable");
                    assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
                    assertThat(e.what()).contains(state.file().toString());
                }));
        assertThat(state.file()).content().isEqualTo(damaged);
    }

    /** The second Ctrl-C interrupts the threads of steps. */
    @Test
    void interruptedThread_findsNothingDamaged() {
        state.keep(LAB);
        try {
            Thread.currentThread().interrupt();
            assertThat(state.lab()).contains(LAB);
            assertThat(failure(() -> state.beginReset("first")).isInterruption()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(state.resetTo()).isEmpty();
    }

    @Test
    void linkToNowhere_isUnknown() throws IOException {
        Files.createSymbolicLink(state.file(), folder.resolve("gone"));

        assertThatThrownBy(state::resetTo).isInstanceOf(LabException.class);
    }

    /** The reset itself is under way, and may be cut off. */
    @Test
    void restore_writesNothing_ofWhatIsUnderWay() {
        state.keep(LAB);
        state.keepObjects("web", List.of("/api/v1/namespaces/web"));
        state.beginRecreating("then");
        state.save("snapshots/first/");
        state.forgetLab();
        state.keepObjects("web", List.of());
        state.endRecreating("then");
        state.beginRecreating("now");
        state.beginReset("first");

        state.restore(workspace.folder().resolve("snapshots/first"));

        assertThat(state.lab()).contains(LAB);
        assertThat(state.objects()).containsOnlyKeys("web");
        assertThat(state.recreating()).containsExactly("now");
        assertThat(state.resetTo()).contains("first");
    }

    @Test
    void unreadableCopy_isNotRestored() throws IOException {
        state.keep(LAB);
        Path copy = Files.createDirectories(workspace.folder().resolve("snapshots/first"));
        Files.writeString(copy.resolve("state.json"), "{");

        assertThatThrownBy(() -> state.restore(copy)).isInstanceOf(LabException.class);

        assertThat(state.lab()).contains(LAB);
    }

    @Test
    void endedReset_voidsRecreations_ofRestoredMachines() {
        List.of("node1", "node2").forEach(state::beginRecreating);
        state.beginReset("first");

        state.endReset(List.of("node1"));

        assertThat(state.recreating()).containsExactly("node2");
        assertThat(state.resetTo()).isEmpty();
    }

    /** Steps of one run record at the same time. */
    @Test
    void changes_inParallel_areAllKept() {
        IntStream.range(0, 40).parallel().forEach(i -> {
            state.beginRecreating("node" + i);
            new WorkspaceState(workspace).addObjects("app" + i % 4, List.of("/api/v1/namespaces/" + i));
        });

        assertThat(state.recreating()).hasSize(40);
        assertThat(state.objects().values()).hasSize(4).allMatch(paths -> paths.size() == 10);
    }

    private List<Path> forced(Runnable work) throws IOException {
        return ForcedFiles.during(work, folder.resolve("recording.jfr"), workspace.folder());
    }
}
