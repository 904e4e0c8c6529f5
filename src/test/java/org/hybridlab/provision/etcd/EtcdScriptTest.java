package org.hybridlab.provision.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.provision.PlannedLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script's part that gets etcd's programs out of their image; ctr is a fake that knows the images in a file. */
class EtcdScriptTest {
    private static final String PROGRAMS = "usr/local/bin";
    @TempDir
    private Path folder;
    private String script;

    @BeforeEach
    void machine() throws IOException {
        script = new PlannedLabs(folder).of("""
                name: stored
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: store, role: etcd}]
                """).files().etcd().get("store");
        StubProgram.write(folder.resolve("bin/ctr"), """
                shift 2
                case "$1 $2" in
                    "images list") grep -Fx "${4#name==}" %1$s/images || true ;;
                    "images mount") grep -Fxq "$3" %1$s/images || { echo "image \"$3\": not found" >&2; exit 1; }
                        mkdir -p "$4/%2$s"; echo new > "$4/%2$s/etcd"; echo new > "$4/%2$s/etcdctl" ;;
                    "images unmount") [ -e "$4" ] || exit 1; rm -rf "$4/usr" ;;
                    *) exit 2 ;;
                esac
                """.formatted(folder, PROGRAMS));
        Files.createDirectories(folder.resolve("local"));
        images("registry.k8s.io/pause:3.10.2");
    }

    @Test
    void programs_comeFromTheImage() throws IOException {
        images(image());

        Result result = run();

        assertThat(result.ok()).as(result.stderr()).isTrue();
        assertThat(folder.resolve("local/etcd")).hasContent("new").isExecutable();
        assertThat(folder.resolve("local/etcdctl")).hasContent("new");
    }

    /** An older box has another one, and the member goes on with that. */
    @Test
    void programs_stay_whereTheirImageIsMissing() throws IOException {
        assertThat(run().ok()).as("none at all").isFalse();

        for (String program : new String[] {"etcd", "etcdctl"}) {
            StubProgram.write(folder.resolve("local/" + program), "echo etcd Version: 3.6.1");
        }
        Result result = run();

        assertThat(result.ok()).as(result.stderr()).isTrue();
        assertThat(result.stdout()).contains("etcd stays as it is", image(), "3.6.1");
        assertThat(folder.resolve("local/etcd")).content().contains("3.6.1");
    }

    private Result run() {
        String part = script.substring(0, script.indexOf("# kubeadm's own certificates"))
                .replace("/run/hybridlab", folder + "/run").replace("/etc/hybridlab", folder + "/settings")
                .replace(" /" + PROGRAMS, " " + folder + "/local").replace("(/" + PROGRAMS, "(" + folder + "/local");
        return new LocalProcesses().run(Command.of("bash", "-c", part, "etcd.sh", "new", "store=url")
                .env("PATH", folder + "/bin:/usr/bin:/bin"), new Cancellation());
    }

    private String image() {
        return script.lines().filter(line -> line.startsWith("image=")).findFirst().orElseThrow().substring(6)
                .replace("'", "");
    }

    private void images(String names) throws IOException {
        Files.writeString(folder.resolve("images"), names + "\n");
    }
}
