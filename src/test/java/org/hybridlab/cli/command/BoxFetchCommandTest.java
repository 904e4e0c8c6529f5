package org.hybridlab.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.cli.Call;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.provider.LoopbackServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real vagrant gets a made-up box from a server on this machine. */
class BoxFetchCommandTest {
    @TempDir
    Path folder;
    private LoopbackServer server;

    @BeforeEach
    void serve() throws IOException {
        server = new LoopbackServer();
        Files.writeString(folder.resolve("metadata.json"), "{\"provider\": \"virtualbox\"}");
        Files.writeString(folder.resolve("disk"), "made up");
        new LocalProcesses().run(Command.of("tar", "-czf", "win.box", "metadata.json", "disk").in(folder),
                new Cancellation());
        server.put("/win.box", "application/octet-stream", Files.readAllBytes(folder.resolve("win.box")));
        server.putCatalogue("class/win", "/win.box");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** A class downloads once: what comes out of one host's file is the same box on another. */
    @Test
    void fetchedBox_isAFile_withItsLine() throws IOException {
        Path vagrantfile = Files.writeString(folder.resolve("Vagrantfile"), "raise 'nobody may run this'\n");
        Call call = call(folder.resolve("teacher"), "box", "fetch", "--box", "class/win", "--provider", "virtualbox",
                "--to", folder.resolve("out").toString(), "--yes");

        assertThat(call.err()).contains("class/win: to download, of unknown size.").doesNotContain("nobody may run");
        Path file = folder.resolve("out/class-win-2.1.0-virtualbox.box");
        assertThat(call.out()).isEqualTo("box: {name: class/win, url: \"%s\", sha256: %s}\n"
                .formatted(file, Sha256.of(file)));
        assertThat(call.exitCode()).isZero();
        assertThat(folder.resolve("out")).isDirectoryContaining("glob:**.box").isDirectoryNotContaining("glob:**.hy*");

        Files.delete(vagrantfile);
        server.asked().clear();
        Call second = call(folder.resolve("teacher"), "box", "fetch", "--box", "class/win", "--provider", "virtualbox",
                "--to", folder.resolve("out").toString(), "--yes");
        assertThat(second.out()).isEqualTo(call.out());
        assertThat(second.err()).contains("class/win: on this host already.");
        assertThat(server.asked()).isEmpty();

        Files.createDirectories(folder.resolve("lab"));
        Files.writeString(folder.resolve("lab/lab.yaml"), """
                provider: virtualbox
                machines:
                  - {name: control, role: control-plane, memory: 3GiB, box: {name: class/win, url: "file://%s"}}
                """.formatted(file));
        Call student = call(folder.resolve("student"), "box", "fetch", folder.resolve("lab").toString(), "--trust",
                "--yes");
        assertThat(student.exitCode()).as(student.err()).isZero();
        assertThat(folder.resolve("student/boxes/class-VAGRANTSLASH-win/0/virtualbox/disk")).hasContent("made up");
    }

    @Test
    void folder_thatTakesNoFile_isRefusedBefore() throws IOException {
        Path taken = Files.writeString(folder.resolve("taken"), "mine");

        Call call = call(folder.resolve("teacher"), "box", "fetch", "--box", "class/win", "--provider", "virtualbox",
                "--to", taken.resolve("out").toString(), "--yes");

        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(call.err()).contains("[box-file-not-written]", "taken is no folder that you can write into.");
        assertThat(server.asked()).isEmpty();
    }

    /** A lab that names no box wants a certain version: a student's Vagrant has to know the file as that. */
    @Test
    void boxFolder_byPathOrUrl_keepsName() throws IOException {
        Call teacher = call(folder.resolve("teacher"), "box", "fetch", "--box", "class/win", "--provider", "virtualbox",
                "--to", folder.resolve("out").toString(), "--yes");
        Path file = folder.resolve("out/class-win-2.1.0-virtualbox.box");
        assertThat(teacher.err()).contains("--from");
        server.asked().clear();

        Call byPath = from("student1", "out");
        assertThat(byPath.exitCode()).as(byPath.err()).isZero();
        assertThat(byPath.out()).isEqualTo("box: {name: class/win, version: 2.1.0}\n");
        assertThat(box("student1")).hasContent("made up");
        assertThat(server.asked()).isEmpty();

        server.put("/boxes/boxes.json", "application/json", Files.readAllBytes(folder.resolve("out/boxes.json")));
        server.put("/boxes/class-win-2.1.0-virtualbox.box", "application/octet-stream", Files.readAllBytes(file));
        assertThat(from("student2", server.url() + "/boxes").err()).contains("[box-sum-missing]", "--sha256");
        Call byUrl = from("student2", server.url() + "/boxes", "--sha256", Sha256.of(file));
        assertThat(byUrl.exitCode()).as(byUrl.err()).isZero();
        assertThat(box("student2")).hasContent("made up");

        Call oneFile = from("student3", file.toString());
        assertThat(oneFile.exitCode()).as(oneFile.err()).isZero();
        assertThat(folder.resolve("student3/boxes/class-VAGRANTSLASH-win/0/virtualbox/disk")).hasContent("made up");
    }

    @Test
    void boxFile_withAnotherSum_isRefused() throws IOException {
        call(folder.resolve("teacher"), "box", "fetch", "--box", "class/win", "--provider", "virtualbox",
                "--to", folder.resolve("out").toString(), "--yes");
        Files.writeString(folder.resolve("out/class-win-2.1.0-virtualbox.box"), "somebody else's");
        Call student = from("student", "out");
        assertThat(student.exitCode()).as(student.err()).isEqualTo(1);
        assertThat(student.err()).containsIgnoringCase("checksum");
        assertThat(folder.resolve("student/boxes/class-VAGRANTSLASH-win/2.1.0")).doesNotExist();

        assertThat(from("student", "out", "--sha256", "0".repeat(64)).err()).contains("[box-from-unfit]", "the sum of");
    }

    @Test
    void whatIsNoPlaceOfBoxesSaysWhy() throws IOException {
        Files.createDirectories(folder.resolve("out"));
        assertThat(from("student", "nowhere").err()).contains("[box-from-unfit]", "no such file or folder");
        assertThat(from("student", "out").err()).contains("[box-from-unfit]", "it has no boxes.json");
        Files.writeString(folder.resolve("out/boxes.json"), """
                [{"name": "class/win", "version": "2.1.0", "provider": "virtualbox", "file": "../../etc/passwd",
                  "sha256": "%s"}]""".formatted("0".repeat(64)));
        assertThat(from("student", "out").err()).contains("[box-from-unfit]", "boxes.json is broken",
                "../../etc/passwd");
        Files.writeString(folder.resolve("out/boxes.json"), """
                [{"name": "class/win", "version": "2.1.0", "provider": "libvirt", "file": "a.box", "sha256": "%s"}]"""
                .formatted("0".repeat(64)));
        assertThat(from("student", "out").err()).contains("[box-from-unfit]", "class/win 2.1.0 for libvirt");
        assertThat(from("student", server.url() + "/nothing", "--sha256", "0".repeat(64)).err())
                .contains("[box-from-unfit]", "answers with 404");
        assertThat(folder.resolve("student/boxes")).doesNotExist();
    }

    /** The server of this test takes a proxy's requests, too. */
    @Test
    void listOnWeb_isAskedThroughHostsProxy() {
        server.put("/boxes/boxes.json", "application/json", """
                [{"name": "class/win", "version": "2.1.0", "provider": "virtualbox", "file": "a.box",
                  "sha256": "%s"}]""".formatted("1".repeat(64)).getBytes(StandardCharsets.UTF_8));
        Call call = call(folder.resolve("student"), Map.of("http_proxy", server.url()), "box", "fetch", "--box",
                "class/win", "--provider", "virtualbox", "--yes", "--from", "http://boxes.invalid/boxes", "--sha256",
                "0".repeat(64));

        assertThat(call.err()).contains("[box-from-unfit]", "the sum of");
    }

    @Test
    void usualBox_ofSystem_needsNoName() throws IOException {
        assertThat(call(folder, "box", "fetch", "--provider", "virtualbox", "--yes").err())
                .contains("Give a lab, --os, --build or --box.");
        Files.createDirectories(folder.resolve("out"));
        Files.writeString(folder.resolve("out/boxes.json"), "[]");
        assertThat(call(folder.resolve("student"), "box", "fetch", "--os", "windows", "--provider", "virtualbox",
                "--from", "out", "--yes").err()).contains("gusztavvargadr/windows-server-2022-standard-core 2601.0.0");
        assertThat(call(folder.resolve("student"), "box", "fetch", "--os", "linux", "--provider", "virtualbox",
                "--from", "out", "--yes").err()).contains("bento/debian-12");
        assertThat(call(folder.resolve("student"), "box", "fetch", "--os", "linux", "--provider", "libvirt",
                "--from", "out", "--yes").err()).contains("[box-unknown]", "builds the box");
    }

    /** The lines that a lab's Vagrantfile has for a machine whose box has a place and a sum. */
    @Test
    void vagrantUp_withOtherSum_refusesBox() throws IOException {
        for (String name : List.of("box_getter.rb", "every_provider.rb")) {
            Files.copy(Path.of("src/test/resources/vagrant", name), folder.resolve(name));
        }
        Path file = folder.resolve("win.box");
        Result wrong = up("0".repeat(64));
        assertThat(wrong.ok()).isFalse();
        assertThat(wrong.stdout() + wrong.stderr()).containsIgnoringCase("checksum");
        Path disk = folder.resolve("home/boxes/class-VAGRANTSLASH-win/0/virtualbox/disk");
        assertThat(disk).doesNotExist();

        Result right = up(Sha256.of(file));

        assertThat(right.ok()).as(right.stdout() + right.stderr()).isTrue();
        assertThat(disk).hasContent("made up");
    }

    private Result up(String sum) throws IOException {
        Files.writeString(folder.resolve("Vagrantfile"), """
                require_relative "box_getter"
                Vagrant.configure("2") do |config|
                  config.vm.define "win" do |machine|
                    machine.vm.box = "class/win"
                    machine.vm.box_url = ["%1$s/win.box", "%1$s/win.box"]
                    machine.vm.box_download_checksum_type = "sha256"
                    machine.vm.box_download_checksum = "%2$s"
                  end
                end
                """.formatted(server.url(), sum));
        return new LocalProcesses().run(Command.of("vagrant", "up", "win", "--provider", "virtualbox").in(folder)
                .env("VAGRANT_HOME", folder.resolve("home").toString()).env("VAGRANT_CWD", folder.toString())
                .env("VAGRANT_CHECKPOINT_DISABLE", "1"), new Cancellation());
    }

    private Call from(String student, String place, String... more) {
        return call(folder.resolve(student), Stream.concat(Stream.of("box", "fetch", "--box", "class/win",
                "--provider", "virtualbox", "--yes", "--from", place), Stream.of(more)).toArray(String[]::new));
    }

    private Path box(String student) {
        return folder.resolve(student).resolve("boxes/class-VAGRANTSLASH-win/2.1.0/virtualbox/disk");
    }

    @Test
    void strangersLab_untilTrusted_fetchesNothing() throws IOException {
        Files.createDirectories(folder.resolve("lab"));
        Files.writeString(folder.resolve("lab/lab.yaml"), """
                provider: virtualbox
                machines:
                  - {name: control, role: control-plane, memory: 3GiB, box: {name: class/win, url: \
                "https://evil.example/x"}}
                """);
        Call call = call(folder.resolve("student"), "box", "fetch", folder.resolve("lab").toString(), "--yes");
        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("[lab-not-trusted]", "https://evil.example/x");
        assertThat(folder.resolve("student/boxes")).doesNotExist();
    }

    @Test
    void box_whereRegistryIsGone_namesWaysOut() throws IOException {
        Call call = call(folder.resolve("teacher"), "box", "fetch", "--box", "class/gone", "--provider", "virtualbox",
                "--yes");
        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("[box-not-reached]", "class/gone", "url: FILE-OR-URL", "mirrors.boxes");
        assertThat(call.out()).isEmpty();
    }

    @Test
    void onDockerThereIsNoBoxFile() throws IOException {
        assertThat(call(folder, "box", "fetch", "--build", "2022", "--provider", "docker", "--yes").err())
                .contains("[box-provider-unfit]");
        assertThat(call(folder, "box", "fetch", "--build", "2022", "--provider", "parallels", "--yes").err())
                .contains("[box-unknown]", "2022");
    }

    private Call call(Path vagrantHome, String... words) {
        return call(vagrantHome, Map.of(), words);
    }

    private Call call(Path vagrantHome, Map<String, String> more, String... words) {
        Map<String, String> environment = new HashMap<>(more);
        environment.putAll(Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(), "VAGRANT_HOME",
                vagrantHome.toString(), "PATH", System.getenv("PATH")));
        return Call.of(folder, environment, (command, lines, cancellation) ->
                        new LocalProcesses().run(
                        command.env("VAGRANT_SERVER_URL", server.url()), lines, cancellation), words);
    }
}
