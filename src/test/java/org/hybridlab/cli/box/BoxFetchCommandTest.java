package org.hybridlab.cli.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpServer;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.cli.Call;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real vagrant gets a made-up box from a server on this machine. */
class BoxFetchCommandTest {
    @TempDir
    Path folder;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private String address;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        address = "http://127.0.0.1:" + server.getAddress().getPort();
        Files.writeString(folder.resolve("metadata.json"), "{\"provider\": \"virtualbox\"}");
        Files.writeString(folder.resolve("disk"), "made up");
        new LocalProcesses().run(Command.of("tar", "-czf", "win.box", "metadata.json", "disk").in(folder),
                new Cancellation());
        answer("/win.box", "application/octet-stream", Files.readAllBytes(folder.resolve("win.box")));
        answer("/class/win", "application/json", """
                {"name": "class/win", "versions": [{"version": "2.1.0", "providers":
                 [{"name": "virtualbox", "url": "%s/win.box"}]}]}""".formatted(address).getBytes(StandardCharsets.UTF_8));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** A class downloads once: what comes out of one host's file is the same box on another. */
    @Test
    void aBoxBecomesAFileWhoseLineALabFileTakes() throws IOException {
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
        asked.clear();
        Call second = call(folder.resolve("teacher"), "box", "fetch", "--box", "class/win", "--provider", "virtualbox",
                "--to", folder.resolve("out").toString(), "--yes");
        assertThat(second.out()).isEqualTo(call.out());
        assertThat(second.err()).contains("class/win: on this host already.");
        assertThat(asked).isEmpty();

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
    void aStrangersLabFetchesNothingBeforeItIsTrusted() throws IOException {
        Files.createDirectories(folder.resolve("lab"));
        Files.writeString(folder.resolve("lab/lab.yaml"), """
                provider: virtualbox
                machines:
                  - {name: control, role: control-plane, memory: 3GiB, box: {name: class/win, url: "https://evil.example/x"}}
                """);
        Call call = call(folder.resolve("student"), "box", "fetch", folder.resolve("lab").toString(), "--yes");
        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("[lab-not-trusted]", "https://evil.example/x");
        assertThat(folder.resolve("student/boxes")).doesNotExist();
    }

    @Test
    void whereTheRegistryIsGoneTheWaysOutAreNamed() throws IOException {
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
        return Call.of(folder, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(), "VAGRANT_HOME",
                vagrantHome.toString(), "PATH", System.getenv("PATH")), (command, lines, cancellation) ->
                        new LocalProcesses().run(
                        command.env("VAGRANT_SERVER_URL", address), lines, cancellation), words);
    }

    private void answer(String path, String type, byte[] content) {
        server.createContext(path, exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, head ? -1 : content.length);
            if (!head) {
                exchange.getResponseBody().write(content);
            }
            exchange.close();
        });
    }
}
