package org.hybridlab.provision.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** libvirt's storage, which all labs of a host share. */
class BoxStoredTest {
    @TempDir
    private Path folder;
    private final Storage storage = new Storage();
    private LabContext labContext;

    @BeforeEach
    void twoLabsOnOneHost() throws IOException {
        LabContext created = new PlannedLabs(folder).on(ProviderName.LIBVIRT, """
                name: first
                kubernetes: 1.36
                machines: [{name: control, role: control-plane, memory: 3000MiB}]
                """);
        labContext = new FakeParts(created).environment(Map.of("VAGRANT_HOME", folder.resolve("v").toString()))
                .created(CreatedLab.of(created.id(), created.workspace(), ProviderName.LIBVIRT, storage, false))
                .labContext();
        Path disk = folder.resolve("v/boxes/" + labContext.boxes().box().name().replace("/", "-VAGRANTSLASH-")
                + "/0/libvirt/box.img");
        writeFile(disk, "d".repeat(Storage.WHOLE));
        storage.volume = "%s_vagrant_box_image_0_%d_box.img".formatted(disk.getParent().getParent().getParent()
                .getFileName(), Files.getLastModifiedTime(disk).toMillis() / 1000);
        Files.writeString(disk.resolveSibling("metadata.json"), "{\"virtual_size\": 20}");
    }

    @Test
    void box_ofTwoLabs_isStoredOnce() {
        ComingMachines all = ComingMachines.all(labContext);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> new BoxStored(all).run(new QuietContext()));
        await().until(() -> storage.half);
        QuietContext context = new QuietContext();
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> new BoxStored(all).run(context));
        await().until(() -> !context.lines().isEmpty() || second.isDone());
        storage.goOn.countDown();
        CompletableFuture.allOf(first, second).join();

        assertThat(storage.changes).containsExactly("vol-create-as", "vol-upload");
        assertThat(context.lines()).singleElement().asString().contains("storing this box; waiting for it");
    }

    @Test
    void halfCopy_ofKilledLab_isReplaced() {
        storage.half = true;
        storage.goOn.countDown();
        new BoxStored(ComingMachines.all(labContext)).run(new QuietContext());

        assertThat(storage.changes).containsExactly("vol-delete", "vol-create-as", "vol-upload");
    }

    /** Another version that is stored already says nothing of the one that machines are made from. */
    @Test
    void pinnedVersion_notStoredYet_isNotSettled() throws IOException {
        for (String version : List.of("2511.0.0", "2601.0.0")) {
            Path disk = folder.resolve("v/boxes/me-VAGRANTSLASH-win/" + version + "/libvirt/box.img");
            writeFile(disk, "d".repeat(Storage.WHOLE));
            Files.writeString(disk.resolveSibling("metadata.json"), "{\"virtual_size\": 20}");
        }
        storage.whole = true;
        storage.volume = "me-VAGRANTSLASH-win_vagrant_box_image_2601.0.0_box.img";

        assertThat(lock("2601.0.0").isSettled(new QuietContext())).isTrue();
        assertThat(lock("2511.0.0").isSettled(new QuietContext())).isFalse();
    }

    private BoxLock lock(String version) {
        return new BoxLock(labContext, new BoxChoice("me/win", Optional.of(version), Optional.empty(),
                Optional.empty()));
    }

    @Test
    void storing_isAStep_withItsLimit() {
        Plan plan = UpPlanner.plan(labContext);

        assertThat(plan.step("box-stored").needs()).isEqualTo(Set.of("box-ready"));
        assertThat(plan.step("box-stored").timeout()).isLessThan(Duration.ofHours(1));
        assertThat(plan.step("machine-running/control").needs()).isEqualTo(Set.of("box-stored", "host-network-ready"));
    }

    /** A fake of virsh: one volume, whose upload waits until the test lets it go on. */
    private static final class Storage extends FakePrograms {
        private static final int WHOLE = 100;
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final Queue<String> changes = new ConcurrentLinkedQueue<>();
        private volatile boolean half;
        private volatile boolean whole;
        private volatile String volume = "";

        @Override
        protected Answer answer(Command command) {
            String verb = command.words().stream().filter(word -> word.matches("(pool|vol)-.*")).findFirst()
                    .orElseThrow();
            if (Set.of("vol-delete", "vol-create-as", "vol-upload").contains(verb)) {
                changes.add(verb);
            }
            return Answer.printing(switch (verb) {
                case "pool-list" -> "default\n";
                case "vol-list" -> half || whole ? volume + "  /path\n" : "";
                case "vol-info" -> "Physical:       %d bytes\n".formatted(whole ? WHOLE : 3);
                case "vol-create-as" -> created();
                case "vol-upload" -> uploaded();
                default -> "";
            });
        }

        private String created() {
            half = true;
            return "";
        }

        private String uploaded() {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            whole = true;
            return "";
        }
    }
}
