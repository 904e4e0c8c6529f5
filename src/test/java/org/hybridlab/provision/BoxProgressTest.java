package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.box.BundleBox;
import org.hybridlab.provision.context.StockNodePayload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundle and the box are really put together, but by programs that only leave empty files. */
class BoxProgressTest {
    @TempDir
    private Path folder;
    private final List<TaskProgress> told = new ArrayList<>();
    private final Fetching fetching = new Fetching(line -> { }, told::add, new Cancellation());

    @BeforeEach
    void installation() throws IOException {
        Path home = folder.resolve("home");
        copy(Path.of("templates/box"), home.resolve("templates/box"));
        for (String name : List.of("manifest.yaml", "tools.yaml")) {
            copy(Path.of("data/bundle", name), home.resolve("data/bundle").resolve(name));
        }
        Files.createFile(home.resolve("data/bundle/sha256sums"));
        Files.createFile(home.resolve("data/bundle/tools.sha256sums"));
        try (Stream<Path> modules = Files.list(Path.of("data/bundle/go"))) {
            for (Path module : modules.toList()) {
                Files.createFile(Files.createDirectories(home.resolve(module)).resolve("go.mod"));
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    @Test
    void bundleAndBox_areOneTask_goingForward() {
        box().ensure(fetching);

        assertForward();
        assertThat(told).hasSize(10 + 4);
        assertThat(told.get(0).done()).isZero();
        assertThat(told.get(0).total()).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(20));
        TaskProgress last = told.get(told.size() - 1);
        assertThat(last.done().plus(last.current())).isEqualTo(last.total());
    }

    @Test
    void cachedParts_areNoPartOfTheTask() {
        box().ensure(fetching);
        told.clear();
        box().ensure(fetching);

        assertThat(told).hasSize(4);
        assertThat(told.get(told.size() - 1).total()).isLessThan(Duration.ofMinutes(2));
    }

    @Test
    void box_madeByAnotherUser_takesNoBundle() {
        BundleBox box = new BundleBox(bundles(), Boxes.of(folder.resolve("home"), folder.resolve("cache"), Map.of(),
                command -> command, FakePrograms.printing(command -> "sha256:1")),
                ProviderName.DOCKER, bundles().releases().get(0).kubernetes(), Arch.AMD64);
        box.ensure(fetching);

        assertThat(told).isEmpty();
        assertThat(folder.resolve("cache")).doesNotExist();
    }

    @Test
    void aKitToo() {
        new StockNodePayload(bundles(), boxes(), bundles().releases().get(0).kubernetes(), Arch.AMD64).ensure(fetching);

        assertForward();
        assertThat(told).hasSize(10 + 2);
    }

    private void assertForward() {
        for (int i = 1; i < told.size(); i++) {
            assertThat(share(told.get(i))).isGreaterThanOrEqualTo(share(told.get(i - 1)));
        }
        assertThat(told).allSatisfy(one -> assertThat(one.done().plus(one.current())).isLessThanOrEqualTo(one.total()));
    }

    private static double share(TaskProgress progress) {
        return (double) progress.done().toMillis() / progress.total().toMillis();
    }

    private BundleBox box() {
        return new BundleBox(bundles(), boxes(), ProviderName.DOCKER, bundles().releases().get(0).kubernetes(),
                Arch.AMD64);
    }

    private Bundles bundles() {
        return Bundles.of(folder.resolve("home"), folder.resolve("cache"),
                Map.of(Bundles.SOURCE_VARIABLE, "modules"), new EmptyFiles());
    }

    private Boxes boxes() {
        return Boxes.of(folder.resolve("home"), folder.resolve("cache"), Map.of(), command -> command,
                new EmptyFiles());
    }

    /** Go, mmdebstrap and docker, which has no image. */
    private static final class EmptyFiles extends FakePrograms {
        @Override
        protected Answer answer(Command command) {
            List<String> words = command.words();
            String call = line(command);
            if (call.equals("go env GOVERSION")) {
                return Answer.printing("go1.26.8\n");
            }
            if (call.startsWith("go env -json")) {
                return Answer.printing("{}");
            }
            if (call.contains(" build ")) {
                Path target = Path.of(words.get(words.indexOf("-o") + 1));
                words.subList(words.indexOf("-o") + 2, words.size())
                        .forEach(source -> write(target.resolve(program(source))));
            }
            command.stdoutFile().ifPresent(EmptyFiles::write);
            return Answer.DONE;
        }

        private static String program(String source) {
            List<String> elements = Arrays.stream(source.split("/")).filter(word -> !word.matches("v[0-9]+")).toList();
            return elements.get(elements.size() - 1);
        }

        private static void write(Path file) {
            unchecked(() -> Files.writeString(file, "empty"));
        }
    }
}
