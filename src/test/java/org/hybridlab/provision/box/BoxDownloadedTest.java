package org.hybridlab.provision.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.box.BuiltBox;
import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vagrant's own folder of boxes, which all labs of a user share. */
class BoxDownloadedTest {
    private static final String LAB = """
            name: first
            kubernetes: 1.36
            machines: [{name: control, role: control-plane, memory: 3000MiB}, {name: node}]
            """;
    private static final String STEP = "box-downloaded/bento+debian-12";

    @TempDir
    private Path folder;
    private final Catalogue catalogue = new Catalogue();

    @Test
    void download_forAllMachines_isOneStep() throws IOException {
        Plan plan = UpPlanner.plan(labContext(LAB));

        assertThat(plan.steps()).extracting(Step::id).filteredOn(id -> id.startsWith("box-downloaded"))
                .containsOnly(STEP);
        assertThat(plan.step(STEP).timeout()).isBetween(Duration.ofHours(1), Duration.ofHours(3));
        assertThat(plan.step("machine-running/control").needs()).contains(STEP);
        assertThat(plan.step("machine-running/node").needs()).contains(STEP);
    }

    @Test
    void box_ofTwoLabs_isDownloadedOnce() throws IOException {
        LabContext labContext = labContext(LAB);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> step(labContext).run(new QuietContext()));
        await().until(() -> !catalogue.ran().isEmpty());
        QuietContext context = new QuietContext();
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> step(labContext).run(context));
        await().until(() -> !context.lines().isEmpty() || second.isDone());
        catalogue.goOn.countDown();
        CompletableFuture.allOf(first, second).join();

        assertThat(catalogue.ran()).singleElement().asString()
                .contains("vagrant box add --provider virtualbox --machine-readable bento/debian-12");
        assertThat(context.lines()).singleElement().asString().contains("downloading this box; waiting for it");
        assertThat(step(labContext).probe(context).isPresent()).isTrue();
    }

    @Test
    void anUrlOfTheLabFileIsTaken() throws IOException {
        catalogue.goOn.countDown();
        step(labContext(LAB + "mirrors: {boxUrl: 'https://boxes.example/it.box'}\n")).run(new QuietContext());
        assertThat(catalogue.ran()).singleElement().asString()
                .contains("vagrant box add --provider virtualbox --machine-readable --name bento/debian-12 "
                        + "https://boxes.example/it.box");
    }

    @Test
    void chosenBox_isAskedForInItsVersion() throws IOException {
        catalogue.goOn.countDown();
        LabContext labContext = labContext(LAB.replace("}]", "}, {name: win, os: windows, memory: 2GiB}]"));
        assertThat(labContext.files().vagrantfile()).containsOnlyOnce("machine.vm.box_version = '2601.0.0'");
        UpPlanner.plan(labContext).step("box-downloaded/gusztavvargadr+windows-server-2022-standard-core").action()
                .run(new QuietContext());
        assertThat(catalogue.ran()).singleElement().asString().contains("vagrant box add --provider virtualbox "
                + "--machine-readable --box-version 2601.0.0 gusztavvargadr/windows-server-2022-standard-core");
    }

    @Test
    void chosenBox_alsoNamed_isOneBox() throws IOException {
        LabContext labContext = labContext(LAB.replace("}]", "}, {name: one, os: windows, memory: 2GiB}, {name: two, "
                + "os: windows, memory: 2GiB, box: gusztavvargadr/windows-server-2022-standard-core}]"));

        assertThat(downloads(labContext)).containsExactly(STEP,
                "box-downloaded/gusztavvargadr+windows-server-2022-standard-core");
        assertThat(labContext.files().vagrantfile().split("machine.vm.box_version = '2601.0.0'")).hasSize(3);
    }

    @Test
    void versionOfNamedBox_isThatOfDefault() throws IOException {
        LabContext labContext = labContext(LAB.replace("{name: node}",
                "{name: node, box: {name: bento/debian-12, version: 202502.21.0}}"));

        assertThat(downloads(labContext)).containsExactly(STEP);
        assertThat(labContext.files().vagrantfile().split("machine.vm.box_version = '202502.21.0'")).hasSize(3);
    }

    @Test
    void boxes_withSimilarNames_areTwoSteps() throws IOException {
        assertThat(downloads(labContext(LAB.replace("{name: node}",
                "{name: node, box: me/linux}, {name: other, box: me-linux}")))).hasSize(3);
    }

    private static List<String> downloads(LabContext labContext) {
        return UpPlanner.plan(labContext).steps().stream().map(Step::id)
                .filter(id -> id.startsWith("box-downloaded")).toList();
    }

    @Test
    void boxes_withOwnPlaces_startAtLabFolder() throws IOException {
        LabContext labContext = labContext(LAB.replace("}]",
                "}, {name: one, os: windows, memory: 2GiB, box: {name: a/one, url: "
                + "'https://boxes.example/one.box'}}, {name: two, os: windows, memory: 2GiB, box: {name: a/two, url: "
                + "two.box, sha256: %s}}]".formatted("ab".repeat(32))));
        String vagrantfile = labContext.files().vagrantfile();
        assertThat(vagrantfile).contains("machine.vm.box_url = 'https://boxes.example/one.box'",
                "machine.vm.box_download_checksum = '" + "ab".repeat(32)).doesNotContain("box_version");
        String path = labContext.open().location().folder().toAbsolutePath().resolve("two.box").toString();
        assertThat(vagrantfile).contains("machine.vm.box_url = ['%s', '%s']".formatted(path, path));
        assertThat(UpPlanner.plan(labContext).steps()).extracting(Step::id).contains("box-downloaded/a+one")
                .doesNotContain("box-downloaded/a+two");
    }

    @Test
    void registryGone_isNamed_withTheReplacement() throws IOException {
        catalogue.goOn.countDown();
        catalogue.answer = "1,,error-exit,Vagrant::Errors::BoxAddShortNotFound,The box could not be found\n";
        LabContext labContext = labContext(LAB.replace("}]", "}, {name: win, os: windows, memory: 2GiB}]"));
        Step step = UpPlanner.plan(labContext).step("box-downloaded/gusztavvargadr+windows-server-2022-standard-core");
        LabException e = failure(() -> step.action().run(new QuietContext()));
        assertThat(e.id()).isEqualTo("box-not-reached");
        assertThat(e.what()).contains("gusztavvargadr/windows-server-2022-standard-core 2601.0.0",
                "public registry");
        assertThat(e.advice())
                .contains("box: {name: gusztavvargadr/windows-server-2022-standard-core, url: FILE-OR-URL",
                "mirrors.boxes", "`box: jborean93/WindowsServer2022`");
    }

    @Test
    void box_withSum_isLeftToVagrantUp() throws IOException {
        Plan plan = UpPlanner.plan(labContext(LAB + "mirrors: {boxUrl: 'https://boxes.example/it.box', boxSha256: "
                + "'%s'}\n".formatted("ab".repeat(32))));
        assertThat(plan.steps()).extracting(Step::id).noneMatch(id -> id.startsWith("box-downloaded"));
    }

    @Test
    void box_madeHere_isNotDownloaded() throws IOException {
        assertThat(UpPlanner.plan(new PlannedLabs(folder).on(ProviderName.LIBVIRT, LAB)).steps()).extracting(Step::id)
                .noneMatch(id -> id.startsWith("box-downloaded"));
    }

    @Test
    void box_storedByAnotherLab_isNotRemoved() throws IOException {
        Boxes boxes = Boxes.of(Path.of("").toAbsolutePath(), folder, Map.of("VAGRANT_HOME", folder.toString()),
                command -> command, catalogue);
        Queue<String> said = new ConcurrentLinkedQueue<>();
        Fetching fetching = new Fetching(said::add, new Cancellation());
        catalogue.goOn.countDown();
        CompletableFuture<Void> removal;
        try (CacheLock ignored = CacheLock.hold(Boxes.lock(folder, "hybridlab/it"), "storing this box", fetching)) {
            removal = CompletableFuture.runAsync(() -> boxes.remove(new BuiltBox(ProviderName.DOCKER,
                    "hybridlab/it", "1.36.3", true, 1, Optional.empty()), fetching));
            await().until(() -> !said.isEmpty() || removal.isDone());
            assertThat(catalogue.ran()).isEmpty();
        }
        removal.join();
        assertThat(catalogue.ran()).containsExactly("docker image rm hybridlab/it");
        assertThat(said).singleElement().asString().contains("waiting for it");
    }

    private LabContext labContext(String lab) throws IOException {
        LabContext created = new PlannedLabs(folder).on(ProviderName.VIRTUALBOX, lab);
        CreatedLab onCatalogue = CreatedLab.of(created.id(), created.workspace(), ProviderName.VIRTUALBOX, catalogue,
                false);
        return new FakeParts(created).created(onCatalogue)
                .environment(Map.of("VAGRANT_HOME", folder.resolve("v").toString())).labContext();
    }

    private static BoxDownloaded step(LabContext labContext) {
        return (BoxDownloaded) UpPlanner.plan(labContext).step(STEP).action();
    }

    /** A fake of vagrant and docker; a download waits until the test lets it go on. */
    private final class Catalogue extends FakePrograms {
        private final CountDownLatch goOn = new CountDownLatch(1);
        private String answer = "";

        @Override
        protected Answer answer(Command command) {
            try {
                goOn.await();
                if (!answer.isEmpty()) {
                    return new Answer(1, answer, "");
                }
                Files.createDirectories(folder.resolve("v/boxes/bento-VAGRANTSLASH-debian-12/1.0/virtualbox"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return Answer.DONE;
        }
    }
}
