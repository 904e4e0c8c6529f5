package org.hybridlab.provision.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code linux/prepare.sh.ftl} makes of a hosts file, and what the look before it says of the file. */
@EnabledOnOs(OS.LINUX)
class HostsFileTest {
    private static final String LINES = """
            # hybridlab begin
            10.0.0.6 control
            10.0.0.7 node
            # hybridlab end
            """;
    @TempDir
    private Path folder;

    @Test
    void linesOfTheLab_comeFirst_othersStay() throws Exception {
        hosts("1.2.3.4 control web\n10.0.2.15 node\n::1 localhost\n" + LINES + "10.9.9.9 mine\n");
        assertThat(seen()).contains("/etc/hosts says 1.2.3.4 of control\n", "/etc/hosts has no localhost\n");

        prepare();

        assertThat(hosts()).isEqualTo(LINES + "127.0.0.1 localhost\n1.2.3.4 control web\n::1 localhost\n"
                + "10.9.9.9 mine\n");
        assertThat(seen()).isEmpty();
        prepare();
        assertThat(hosts()).as("a second time").isEqualTo(LINES + "127.0.0.1 localhost\n1.2.3.4 control web\n"
                + "::1 localhost\n10.9.9.9 mine\n");
    }

    @Test
    void ownLine_thatIsGone_isMissed() throws Exception {
        hosts(LINES.replace("10.0.0.7 node\n", "") + "127.0.0.1 localhost\n");
        assertThat(seen()).isEqualTo("/etc/hosts has no line of node\n");

        prepare();
        assertThat(seen()).isEmpty();
    }

    @Test
    void labsLine_thatWasEdited_isMissed() throws Exception {
        hosts(LINES.replace("10.0.0.6", "10.0.0.66") + "127.0.0.1 localhost\n");
        assertThat(seen()).isEqualTo("/etc/hosts says 10.0.0.66 of control\n");

        prepare();
        assertThat(seen()).isEmpty();
    }

    @Test
    void labsLines_thatAreGone_areMissed() throws Exception {
        hosts("127.0.0.1 localhost\n");
        assertThat(seen()).isEqualTo("the names of its neighbours are not in /etc/hosts\n");

        prepare();

        assertThat(hosts()).isEqualTo(LINES + "127.0.0.1 localhost\n");
    }

    private void prepare() throws Exception {
        String script = Files.readString(Path.of("templates/linux/prepare.sh.ftl"));
        run("name=node\n" + script.substring(script.indexOf("hosts=$("), script.indexOf("<#include"))
                .replaceFirst("(?s)<#list .*</#list>", "10.0.0.6 control\n10.0.0.7 node")
                .replaceAll("\n\n# hybridlab end", "\n# hybridlab end"));
    }

    private String seen() throws Exception {
        return run(MachinePrepared.HOSTS, "sh", "10.0.0.6 control 10.0.0.7 node");
    }

    private String run(String script, String... arguments) throws Exception {
        String local = script.replace("/etc/hosts <<", folder + "/hosts <<")
                .replaceAll("(?<!')/etc/hosts(?=$| \\|| \\||\n)", folder + "/hosts");
        List<String> words = new ArrayList<>(List.of("bash", "-euc", local));
        words.addAll(List.of(arguments));
        Process shell = new ProcessBuilder(words).redirectErrorStream(true).start();
        return new String(shell.getInputStream().readAllBytes());
    }

    private void hosts(String text) throws IOException {
        Files.writeString(folder.resolve("hosts"), text);
    }

    private String hosts() throws IOException {
        return Files.readString(folder.resolve("hosts"));
    }
}
