package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vagrant is a fake that packs what {@code disk} says. */
class BoxFileTest {
    @TempDir
    private Path home;
    private String disk = "first";
    private boolean fails;
    private Path addedMeanwhile;

    @ParameterizedTest
    @ValueSource(strings = {"0/virtualbox", "0/amd64/virtualbox"})
    void file_ofBoxMadeAgain_isMadeAgain(String place) throws IOException {
        Path box = added(place, Instant.now().minusSeconds(60));
        assertThat(file("0").path()).hasContent("first");
        disk = "second";
        assertThat(file("0").path()).hasContent("first");

        addAgain(box);

        BoxFile made = file("0");
        assertThat(made.path()).hasContent("second");
        assertThat(made.sha256()).isEqualTo(Sha256.of("second"));
        assertThat(home.resolve("out")).isDirectoryNotContaining("glob:**.hybridlab-*");
    }

    @Test
    void earlierFile_whenPackingFails_stays() throws IOException {
        Path box = added("0/virtualbox", Instant.now().minusSeconds(60));
        BoxFile first = file("0");
        addAgain(box);
        fails = true;

        assertThatThrownBy(() -> file("0")).isInstanceOf(LabException.class);

        assertThat(first.path()).hasContent("first");
        fails = false;
        disk = "second";
        assertThat(file("0").path()).hasContent("second");
    }

    /** The next call knows that the file may be of either. */
    @Test
    void boxAddedWhilePacking_isNewerThanFile() throws IOException {
        addedMeanwhile = added("0/virtualbox", Instant.now().minusSeconds(60));
        assertThat(file("0").path()).hasContent("first");
        addedMeanwhile = null;
        disk = "second";

        assertThat(file("0").path()).hasContent("second");
    }

    /** Nobody publishes one version twice, and a Windows box takes an hour. */
    @Test
    void file_ofAVersion_isTaken() throws IOException {
        Path box = added("2.1.0/virtualbox", Instant.now().minusSeconds(60));
        file("2.1.0");
        addAgain(box);
        disk = "second";

        assertThat(file("2.1.0").path()).hasContent("first");
    }

    private BoxFile file(String version) {
        return BoxFile.in(home.resolve("out"), "hybridlab/win", version, ProviderName.VIRTUALBOX, home,
                new FakePrograms(this::vagrant), new Fetching(line -> { }, new Cancellation()));
    }

    private Answer vagrant(Command command) {
        unchecked(() -> {
            Files.writeString(command.directory().orElseThrow().resolve("package.box"), disk);
            if (addedMeanwhile != null) {
                Files.setLastModifiedTime(addedMeanwhile, FileTime.from(Instant.now()));
            }
        });
        return fails ? Answer.failing("") : Answer.DONE;
    }

    private Path added(String place, Instant when) throws IOException {
        Path folder = Files.createDirectories(home.resolve("boxes/hybridlab-VAGRANTSLASH-win").resolve(place));
        return Files.setLastModifiedTime(folder, FileTime.from(when));
    }

    private static void addAgain(Path box) throws IOException {
        Files.setLastModifiedTime(box, FileTime.from(Instant.now().plusSeconds(1)));
    }
}
