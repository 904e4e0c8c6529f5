package org.hybridlab.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.Role;
import org.hybridlab.provider.vagrant.Vagrant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real vagrant gets a lab's box from where {@code outside} says: a server on this machine. */
class BoxSourceTest {
    @TempDir
    Path folder;
    private final Cancellation cancellation = new Cancellation();
    private LoopbackServer server;
    private byte[] box;

    @BeforeEach
    void serve() throws IOException {
        server = new LoopbackServer();
        box = box();
        server.put("/linux.box", "application/octet-stream", box);
        server.putCatalogue("hybridlab/linux", "/linux.box");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void boxUrl_isTheBoxesSource() throws IOException {
        Vagrant vagrant = vagrantOf(new Outside(Optional.empty(), Optional.empty(), List.of(), Optional.empty(),
                Optional.of(server.url() + "/linux.box"), Optional.empty()));

        up(vagrant);

        assertThat(vagrant.boxList(cancellation))
                .containsExactly(new Vagrant.Box("hybridlab/linux", "virtualbox", "0"));
        assertThat(server.asked()).contains("GET /linux.box").noneMatch(
                request -> request.endsWith("/hybridlab/linux"));
    }

    @Test
    void box_withAnotherSum_isNotTaken() throws IOException {
        Vagrant vagrant = vagrantOf(pinned("/linux.box", "0".repeat(64)));
        assertThat(failure(() -> up(vagrant)).why()).hasValueSatisfying(why -> assertThat(why).contains("checksum"));
        assertThat(vagrant.boxList(cancellation)).isEmpty();

        up(vagrantOf(pinned("/linux.box", sum(box))));
        assertThat(vagrant.boxList(cancellation))
                .containsExactly(new Vagrant.Box("hybridlab/linux", "virtualbox", "0"));
    }

    /** Vagrant does not compare the lab's sum with a box that it finds by a list. */
    @Test
    void boxList_insteadOfABox_isRefused() throws IOException {
        Vagrant vagrant = vagrantOf(pinned("/hybridlab/linux", sum(box)));

        assertThatThrownBy(() -> up(vagrant)).isInstanceOf(LabException.class);
        assertThat(vagrant.boxList(cancellation)).isEmpty();
        assertThat(server.asked()).doesNotContain("GET /linux.box");
    }

    @Test
    void boxMirror_replacesThePublicCatalogue() throws IOException {
        Vagrant vagrant = vagrantOf(mirror(server.url()));

        up(vagrant);

        assertThat(vagrant.boxList(cancellation))
                .containsExactly(new Vagrant.Box("hybridlab/linux", "virtualbox", "2.1.0"));
        assertThat(server.asked()).contains("GET /hybridlab/linux", "GET /linux.box");
    }

    @Test
    void aMirrorWithoutTheBoxIsNamed() throws IOException {
        Vagrant vagrant = vagrantOf(mirror(server.url() + "/elsewhere"));

        assertThatThrownBy(() -> up(vagrant)).isInstanceOfSatisfying(LabException.class,
                e -> assertThat(e.why()).hasValueSatisfying(why -> assertThat(why).contains("hybridlab/linux")));
        assertThat(vagrant.boxList(cancellation)).isEmpty();
    }

    private Outside pinned(String path, String sum) {
        return new Outside(Optional.empty(), Optional.empty(), List.of(), Optional.empty(),
                Optional.of(server.url() + path), Optional.of(sum), Optional.empty(), List.of());
    }

    private static String sum(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Outside mirror(String url) {
        return new Outside(Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty(),
                Optional.of(url));
    }

    private Vagrant vagrantOf(Outside outside) throws IOException {
        String vagrantfile = TestLabs.vagrantfile(ProviderName.VIRTUALBOX,
                TestLabs.lab(NetworkMode.FLANNEL_VXLAN, outside,
                TestLabs.machine("control", Role.CONTROL_PLANE, Os.LINUX, 10)), machine -> "hybridlab/linux", "a key");
        Files.writeString(folder.resolve("Vagrantfile"), "require_relative \"box_getter\"\n" + vagrantfile);
        for (String name : List.of("box_getter.rb", "every_provider.rb")) {
            Files.copy(Path.of("src/test/resources/vagrant", name), folder.resolve(name),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return new Vagrant(new LocalProcesses(), folder,
                Map.of("VAGRANT_HOME", folder.resolve("home").toString()));
    }

    private void up(Vagrant vagrant) {
        vagrant.up("control", ProviderName.VIRTUALBOX, Duration.ofMinutes(1), line -> { }, cancellation);
    }

    /** As small as a box can be: an archive that says which provider it is for. */
    private byte[] box() throws IOException {
        Files.writeString(folder.resolve("metadata.json"), "{\"provider\": \"virtualbox\"}");
        new LocalProcesses().run(Command.of("tar", "-czf", "linux.box", "metadata.json").in(folder), cancellation);
        return Files.readAllBytes(folder.resolve("linux.box"));
    }
}
