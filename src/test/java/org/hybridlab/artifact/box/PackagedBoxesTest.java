package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Boxes as Vagrant 2.3 and 2.4 keep them. */
class PackagedBoxesTest {
    private static final String NOTE = """
            {"name":"hybridlab/win-2022","packagedFrom":"duo/win","base":"acme/windows","build":20348}""";

    @TempDir
    private Path home;
    private final FakePrograms programs = new FakePrograms();
    private Boxes boxes;

    @BeforeEach
    void boxesOfSeveralKinds() throws IOException {
        box("hybridlab-VAGRANTSLASH-win-2022/0/virtualbox", NOTE);
        box("hybridlab-VAGRANTSLASH-of-libvirt/0/amd64/libvirt", NOTE);
        box("hybridlab-VAGRANTSLASH-linux-1.36.3-amd64-0123456789ab/0/libvirt", null);
        box("hybridlab-VAGRANTSLASH-strange/0/virtualbox", "{\"author\":\"somebody\"}");
        box("hybridlab-VAGRANTSLASH-broken/0/virtualbox", "{");
        box("acme-VAGRANTSLASH-windows/1.0/virtualbox", NOTE);
        boxes = Boxes.of(Path.of("").toAbsolutePath(), home, Map.of("VAGRANT_HOME", home.toString()),
                command -> command, programs);
    }

    @Test
    void areThoseWithANoteOfOurs() {
        assertThat(boxes.list(ProviderName.VIRTUALBOX, new Cancellation())).containsExactly(
                new BuiltBox(ProviderName.VIRTUALBOX, "hybridlab/win-2022", "none", true, 3, Optional.of("duo/win")));
    }

    /** {@code box remove --old} goes by this. */
    @Test
    void areNeverOldAsBuiltOnesMayBe() {
        assertThat(boxes.list(ProviderName.LIBVIRT, new Cancellation())).extracting(BuiltBox::name, BuiltBox::current)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("hybridlab/linux-1.36.3-amd64-0123456789ab",
                false),
                        org.assertj.core.groups.Tuple.tuple("hybridlab/of-libvirt", true));
    }

    @Test
    void sayWhatTheyWereMadeFrom() {
        assertThat(boxes.packaged().note("hybridlab/win-2022", ProviderName.VIRTUALBOX)).map(PackagedNote::base)
                .hasValue("acme/windows");
        assertThat(boxes.packaged().note("hybridlab/win-2022", ProviderName.PARALLELS)).isEmpty();
        assertThat(boxes.packaged().note("no/such", ProviderName.VIRTUALBOX)).isEmpty();
    }

    /** Boxes that somebody made by hand under such a name count as well: Vagrant finds them. */
    @Test
    void packagedBoxes_ofOneName_areAllFound() {
        assertThat(boxes.packaged().here()).containsExactlyInAnyOrder(
                new LocalBox("hybridlab/win-2022", ProviderName.VIRTUALBOX, OptionalInt.of(20_348)),
                new LocalBox("hybridlab/of-libvirt", ProviderName.LIBVIRT, OptionalInt.of(20_348)),
                new LocalBox("hybridlab/linux-1.36.3-amd64-0123456789ab", ProviderName.LIBVIRT, OptionalInt.empty()),
                new LocalBox("hybridlab/strange", ProviderName.VIRTUALBOX, OptionalInt.empty()),
                new LocalBox("hybridlab/broken", ProviderName.VIRTUALBOX, OptionalInt.empty()));
    }

    @Test
    void goAsVagrantTakesBoxesAway() {
        boxes.remove(boxes.list(ProviderName.VIRTUALBOX, new Cancellation()).get(0),
                new Fetching(line -> { }, new Cancellation()));

        assertThat(programs.ran()).containsExactly("vagrant box remove hybridlab/win-2022 --provider virtualbox");
    }

    private void box(String path, String note) throws IOException {
        Path folder = Files.createDirectories(home.resolve("boxes").resolve(path));
        Files.write(folder.resolve("box.img"), new byte[3 << 20]);
        if (note != null) {
            Files.writeString(folder.resolve("info.json"), note);
        }
    }
}
