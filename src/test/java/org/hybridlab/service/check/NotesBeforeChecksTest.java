package org.hybridlab.service.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotesBeforeChecksTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.35
            machines: [{name: control, role: control-plane, memory: 3000MiB}]
            network: {machines: 192.168.57.0/24}
            """;
    @TempDir
    private Path folder;

    @BeforeEach
    void aLabThatIsUp() throws IOException {
        LabContext up = lab(LAB);
        LabRecord.complete(up);
        up.workspace().write(".vagrant/machines/control/docker/id", "0123");
        up.workspace().write("kubernetes/ca.crt", "");
    }

    @Test
    void sameFile_needsNoWords() throws IOException {
        assertThat(NotesBeforeChecks.lines(lab(LAB))).isEmpty();
    }

    @Test
    void changeThatUpTakes_isNotRefused() throws IOException {
        assertThat(NotesBeforeChecks.lines(lab(LAB.replace("3000MiB", "4GiB")))).singleElement().asString()
                .endsWith("as it is now. `hybridlab plan lab` shows the changes.");
    }

    /** The plan does not list what no cluster can take. */
    @Test
    void refusedChange_isToldWithItsReason() throws IOException {
        assertThat(NotesBeforeChecks.lines(lab(LAB.replace("57.0/24", "57.0/24, pods: 10.45.0.0/16"))))
                .satisfiesExactly(first -> assertThat(first).endsWith("by the file as it is now."),
                        second -> assertThat(second).isEqualTo("`up` refuses these changes; set them back:"),
                        third -> assertThat(third).startsWith("  - network.pods is 10.244.0.0/16, and the file says "
                                + "10.45.0.0/16"));
    }

    @Test
    void resetThatHasNotEnded_isTold() throws IOException {
        LabContext lab = lab(LAB);
        new WorkspaceState(lab.workspace()).beginReset("fresh");
        assertThat(NotesBeforeChecks.lines(lab)).containsExactly("A reset to the snapshot 'fresh' has not "
                + "ended, so the machines may be of different moments: `hybridlab up lab` ends it.");
    }

    @Test
    void unreadableRecord_isTold() throws IOException {
        LabContext lab = lab(LAB);
        Files.writeString(new WorkspaceState(lab.workspace()).file(), "{");
        assertThat(NotesBeforeChecks.lines(lab)).singleElement().asString().contains("state.json",
                "hybridlab destroy lab");
    }

    private LabContext lab(String text) throws IOException {
        return new PlannedLabs(folder).of(text);
    }
}
