package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.service.lab.LabDoctor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that hangs does not keep `doctor` from its answer. */
class DoctorPatienceTest {
    @TempDir
    private Path home;

    @Test
    void machines_withoutBox_areAskedWithinLimit() {
        LabsInFolder labs = new LabsInFolder(home, """
                name: duo
                provider: docker
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}]
                """);
        labs.recordUp();
        Workspace.in(labs.workspace()).write(".vagrant/machines/control/docker/id", "id");
        List<Cancellation> asked = new ArrayList<>();
        Processes docker = (command, lines, cancellation) -> {
            if (command.words().contains("ps")) {
                asked.add(cancellation);
            }
            boolean image = command.words().contains("image");
            return new Result(command, image ? 1 : 0, "", "", Duration.ZERO);
        };

        new LabDoctor(labs.context(docker, new ArrayList<>())).examine(labs.named(), OpenOptions.NONE);

        assertThat(asked).isNotEmpty().doesNotContain(labs.cancellation);
    }
}
