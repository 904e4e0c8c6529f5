package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.artifact.image.TestImage;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.fake.FakePrograms.Answer;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.service.ImageService.ImagePlaces;
import org.hybridlab.service.ImageService.LoadedNow;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceResult;
import org.hybridlab.service.lab.LabService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images that a user loads, with fake machines. {@code ImageLoadTest} has real ones. */
class ImageServiceTest {
    private static final String APP = "docker.io/library/app:1";

    @TempDir
    private Path home;
    private LabsInFolder labs;
    private final FakeContainerds host = new FakeContainerds();
    private final List<String> heard = new ArrayList<>();

    @BeforeEach
    void aLabThatIsUp() {
        labs = new LabsInFolder(home, """
                name: duo
                machines:
                  - {name: control, role: control-plane}
                  - {name: node, count: 2}
                  - {name: win, os: windows, build: 2022}
                """);
        labs.environment("XDG_STATE_HOME", home.resolve(".local/state").toString());
        labs.environment("XDG_CACHE_HOME", home.resolve(".cache").toString());
        labs.recordSimulated();
        Stream.of("control", "node1", "node2").forEach(machine -> host.machine(
                LabId.of("duo", labs.workspace()).toString(), machine));
        host.built.put("app:1", new TestImage("amd64", List.of("base", "program")));
    }

    @Test
    void secondImage_sendsOnlyLayersThatMachinesLack() {
        load("app:1");
        host.built.put("app:2", new TestImage("amd64", List.of("base", "changed")));
        host.sent.clear();

        ServiceResult<LoadedNow> done = load("app:2");

        assertThat(done.done().orElseThrow().machines()).containsExactly("control", "node1", "node2");
        assertThat(host.sent).contains("changed").doesNotContain("base");
        assertThat(host.images.values()).allMatch(all -> all.containsKey("docker.io/library/app:2"));
        assertThat(list()).extracting(ImagePlaces::name).containsExactly(APP, "docker.io/library/app:2");
        assertThat(list()).allMatch(image -> image.machines().size() == 3 && image.lacking().isEmpty());
    }

    @Test
    void image_isLackingWhereItWasLost_andUpPlansItForEachMachine() {
        assertThat(up().steps()).noneMatch(step -> step.id().startsWith("images-loaded/"));
        load("app:1");
        host.images.get("node2").clear();

        assertThat(list()).singleElement().satisfies(image -> {
            assertThat(image.machines()).containsExactly("control", "node1");
            assertThat(image.lacking()).containsExactly("node2");
        });
        assertThat(up().step("images-loaded/node2").needs()).contains("machine-prepared/node2");
        assertThat(up().step("node-joined/node2").needs()).contains("images-loaded/node2");
    }

    @Test
    void record_outlivesTheLab_andNamesMachinesThatWereChosen() throws IOException {
        load("app:1", "node1");
        labs.forget();
        host.things.clear();

        assertThat(up().steps()).extracting(step -> step.id()).contains("images-loaded/node1")
                .doesNotContain("images-loaded/node2", "images-loaded/control");
        assertThat(list()).singleElement().extracting(ImagePlaces::unknown).isEqualTo(List.of("node1"));
    }

    @Test
    void failedLoad_recordsNothing_andLeavesNothingInTheCache() throws IOException {
        host.instead.put("node2", Answer.failing("ctr: connection refused"));

        ServiceResult<LoadedNow> done = load("app:1");

        assertThat(done.done()).isEmpty();
        assertThat(done.failures()).extracting(LabException::id).containsExactly("images-unknown");
        assertThat(list()).isEmpty();
        assertThat(cached()).containsExactly("lock");
    }

    /** An answer that is no list is no machine without images, which would get all of them. */
    @Test
    void unclearAnswer_isUnknown() {
        load("app:1");
        host.instead.put("node2", Answer.printing("Welcome!\n"));

        assertThat(list()).singleElement().extracting(ImagePlaces::unknown).isEqualTo(List.of("node2"));
        host.sent.clear();
        assertThat(load("app:1").failures()).extracting(LabException::id).containsExactly("images-unknown");
        assertThat(host.sent).isEmpty();
    }

    @Test
    void newContentUnderTheName_takesThePlaceOfTheOld_alsoInTheCache() throws IOException {
        load("app:1");
        List<String> before = cached();
        host.built.put("app:1", new TestImage("amd64", List.of("base", "changed")));

        load("app:1");

        assertThat(cached()).hasSameSizeAs(before).isNotEqualTo(before);
        assertThat(list()).singleElement().satisfies(image -> assertThat(image.lacking()).isEmpty());
    }

    /** The kubelet never looks at what was loaded then. */
    @Test
    void podThatPullsAllTheSame_isNamedWithItsLine() throws IOException {
        app("app:1\nimagePullPolicy: Always");

        load("app:1");

        assertThat(heard).filteredOn(line -> line.contains("image-pulled-again")).singleElement().asString()
                .contains("app.yaml:9", "Pod own pulls app:1", "IfNotPresent");
    }

    /** A registry that does not answer may take minutes. */
    @Test
    void imageOfAppThatThisHostHas_isNamed_andTakenIfAsked() throws IOException {
        app("app:1");

        service().tell(labContext());
        assertThat(heard).containsExactly("Machines pull these images, which this host has: app:1. To load them "
                + "instead: hybridlab up duo --load");

        service().take(labContext());
        assertThat(up().steps()).extracting(step -> step.id()).contains("images-loaded/control", "images-loaded/node1",
                "images-loaded/node2");
        heard.clear();
        service().tell(labContext());
        assertThat(heard).isEmpty();
    }

    /** As after `docker build`. */
    @Test
    void imageOfAppThatWasBuiltAgain_isTakenAgain() throws IOException {
        app("app:1");
        service().take(labContext());
        String before = list().get(0).digest();
        host.built.put("app:1", new TestImage("amd64", List.of("base", "changed")));

        service().take(labContext());

        assertThat(list()).singleElement().extracting(ImagePlaces::digest).isNotEqualTo(before);
        assertThat(cached()).hasSize(2);
    }

    @Test
    void imageOfTheBox_andOneThatThisHostLacks_areLeftToMachines() throws IOException {
        app("other:1");
        service().tell(labContext());
        String own = new LabService(context()).workshop().bundled().images().iterator().next();
        app(own);
        host.built.put(own, new TestImage("amd64", List.of("base")));
        service().tell(labContext());
        service().take(labContext());

        assertThat(heard).isEmpty();
        assertThat(list()).isEmpty();
    }

    @Test
    void registryBesideTheLab_isThereBeforeApps_andEndsWithItsKey() throws IOException {
        app("app:1");
        labs.edit(text -> text + "registry: true\n");
        assertThat(up().step("app-applied/own").needs()).contains("registry-served");
        assertThat(up().steps()).extracting(step -> step.id()).contains("registries-known/node1");

        labs.edit(text -> text.replace("registry: true", ""));
        assertThat(up().steps()).noneMatch(step -> step.id().startsWith("registry-"));
        Files.createDirectories(labs.workspace().resolve("registry"));
        assertThat(up().steps()).extracting(step -> step.id()).contains("registry-ended")
                .doesNotContain("registry-served");
    }

    @Test
    void removedImage_isNowhere() throws IOException {
        load("app:1");
        host.states.put("node2", "exited");

        assertThat(service().remove(labs.named(), List.of("app:1")).kept()).containsExactly("node2");

        assertThat(host.images.get("node1")).isEmpty();
        assertThat(list()).isEmpty();
        assertThat(cached()).containsExactly("lock");
        assertThat(failure(() -> service().remove(labs.named(), List.of("app:1"))).id()).isEqualTo("image-not-loaded");
    }

    @Test
    void machinesThatCannotTakeImages_areRefused() {
        assertThat(failure(() -> load("app:1", "node9")).id()).isEqualTo("machine-unknown");
        assertThat(failure(() -> load("app:1", "win")).id()).isEqualTo("image-machine-unfit");
        host.states.put("node2", "exited");
        assertThat(failure(() -> load("app:1")).id()).isEqualTo("image-needs-running");
        assertThat(failure(() -> load("other:1", "node1")).id()).isEqualTo("image-not-found");
        assertThat(host.sent).isEmpty();
    }

    /** containerd compares large layers with their names, which this host trusts. */
    @Test
    void imageThatContainerdRefuses_isNotLeftHalf() throws IOException {
        Map<String, String> files = new TestImage("amd64", List.of("x".repeat(2_000_000))).dockerSave("app:1");
        files.replace("layer0/layer.tar", "y".repeat(2_000_000));
        TestImage.write(files, home.resolve("bad.tar"));
        host.comparesDigests = true;

        assertThat(load("./bad.tar", "node1").failures()).extracting(LabException::id)
                .containsExactly("image-not-imported");
        assertThat(host.images.get("node1")).isEmpty();
        assertThat(cached()).containsExactly("lock");
    }

    @Test
    void fullDisk_isNamed() {
        host.diskFull = true;

        assertThat(load("app:1").failures()).extracting(LabException::id).containsOnly("machine-disk-full");
    }

    @Test
    void damagedRecord_isRefusedBeforeAnythingIsSent() throws IOException {
        load("app:1");
        try (Stream<Path> files = Files.list(home.resolve(".local/state/hybridlab/images"))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".json")).toList()) {
                Files.writeString(file, "{");
            }
        }
        host.sent.clear();

        assertThat(failure(() -> load("app:1")).id()).isEqualTo("state-unreadable");
        assertThat(failure(this::list).id()).isEqualTo("state-unreadable");
        assertThat(failure(this::up).id()).isEqualTo("state-unreadable");
        assertThat(host.sent).isEmpty();
    }

    private ServiceResult<LoadedNow> load(String image, String... on) {
        return service().load(labs.named(), List.of(image), List.of(on));
    }

    private List<ImagePlaces> list() {
        return service().list(labs.named()).images();
    }

    private ImageService service() {
        return new ImageService(context());
    }

    private ServiceContext context() {
        return labs.context(host, heard);
    }

    private Plan up() {
        return UpPlanner.plan(labContext());
    }

    private LabContext labContext() {
        LabService service = new LabService(context());
        return service.labContext(service.asItIs(labs.named()));
    }

    private void app(String image) throws IOException {
        Files.writeString(labs.named().location().folder().resolve("app.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: own}
                spec:
                  nodeSelector: {kubernetes.io/os: linux}
                  containers:
                    - name: own
                      image: %s
                """.formatted(image.replace("\n", "\n      ")));
        labs.edit(text -> text.contains("apps:") ? text : text + "apps: [{name: own, manifests: [app.yaml]}]\n");
    }

    private List<String> cached() throws IOException {
        try (Stream<Path> all = Files.list(home.resolve(".cache/hybridlab/images"))) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
