package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.host.UserFolders;
import org.hybridlab.service.context.Approval;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenderServiceTest {
    @TempDir
    private Path home;

    /** An `up` would go on with files of another moment. */
    @Test
    void render_whileSomebodyWorks_writesNothing() throws IOException {
        Path folder = Files.createDirectories(home.resolve("labs/duo"));
        Files.writeString(folder.resolve("lab.yaml"), """
                name: duo
                provider: docker
                machines: [{name: control, role: control-plane}]
                """);
        ServiceContext context = context();
        LabLocation location = LabLocation.find(folder.toString(), context.labs(), home);
        Workspace workspace = context.workspace(location);
        RenderService service = new RenderService(context);
        NamedLab lab = new NamedLab(location, "duo");

        try (LabLock ignored = LabLock.acquire(context.runFolder(workspace), Clock.systemUTC())) {
            assertThat(failure(() -> service.render(lab, OpenOptions.NONE)).id()).isEqualTo("lab-locked");
        }
        assertThat(workspace.folder()).doesNotExist();

        assertThat(service.render(lab, OpenOptions.NONE).resolve("Vagrantfile")).exists();
    }

    private ServiceContext context() {
        return new ServiceContext(Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(), "VAGRANT_HOME",
                home.resolve("vagrant").toString()), home, home, UserFolders.of(Map.of(), home), new LocalProcesses(),
                new Cancellation(), false, ServiceListener.lines(line -> { }), Approval.EVERYTHING);
    }
}
