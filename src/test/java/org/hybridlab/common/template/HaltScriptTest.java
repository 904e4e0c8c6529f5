package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.fake.Checkout;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What prepare.sh tells systemd of how a machine ends, on a folder that stands for the machine. */
class HaltScriptTest {
    @TempDir
    private Path root;

    /** Vagrant pulls the plug after 60 s, and systemd waits 90 s for a pod that does not listen. */
    @Test
    void podsEnd_beforeVagrantPullsThePlug() throws IOException {
        String script = Checkout.TEMPLATES.render("linux/halt.sh.ftl", Map.of("machine",
                TestLabs.linux().machines().get(1), "containers", false));
        Path file = Files.writeString(root.resolve("halt.sh"), script.replace("/etc/", root + "/etc/"));

        assertThat(new LocalProcesses().run(Command.of("bash", "-euo", "pipefail", file.toString()),
                new Cancellation()).ok()).isTrue();
        assertThat(root.resolve("etc/systemd/system.conf.d/hybridlab.conf")).content()
                .isEqualTo("[Manager]\nDefaultTimeoutStopSec=20s\n");
    }
}
