package org.hybridlab.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

import org.hybridlab.cli.Call;
import org.hybridlab.cli.support.BundleSelection;
import org.hybridlab.cli.support.Session;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.host.Software;
import org.hybridlab.service.lab.HostService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a host with empty caches. */
class BoxBuildCommandTest {
    @TempDir
    Path folder;

    /** It used to begin, and to name a command that installs none of them. */
    @Test
    void tools_whereMissing_areOfferedFirst() {
        assumeThat(Path.of("/usr/bin/go")).doesNotExist();
        FakePrograms docker = new FakePrograms();

        Call call = Call.of(folder, environment(), docker, "box", "build", "--provider", "docker");

        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(call.err()).contains("[host-not-ready]", "golang");
        assertThat(docker.ran()).noneMatch(line -> line.startsWith("go "));
    }

    /** sudo does not say that its program is missing: nobody would learn of mmdebstrap later. */
    @Test
    void stockBox_needsNoGo() {
        assertThat(needed(false)).containsExactlyInAnyOrder(Software.MMDEBSTRAP, Software.GO);
        assertThat(needed(true)).containsExactly(Software.MMDEBSTRAP);
    }

    private Set<Software> needed(boolean stock) {
        Session session = Call.session(folder, environment(), new StringWriter(), new StringWriter());
        return new HostService(session.context()).neededForBox(ProviderName.LIBVIRT, BundleSelection.kubernetes(null,
                session.context().bundles()), stock);
    }

    private Map<String, String> environment() {
        return Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(), "PATH", folder.toString(),
                "VAGRANT_HOME", folder.toString(), "HYBRIDLAB_BUNDLE_SOURCE", "modules");
    }
}
