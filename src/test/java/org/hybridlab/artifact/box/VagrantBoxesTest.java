package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.ProviderName;
import org.junit.jupiter.api.Test;

class VagrantBoxesTest {
    private final List<Command> ran = new ArrayList<>();

    /** Somebody may call hybridlab in a folder of a stranger, whose Vagrantfile is Ruby code. */
    @Test
    void noVagrantfileOfTheCurrentFolderRuns() {
        VagrantBoxes boxes = new VagrantBoxes((command, lines, cancellation) -> {
            ran.add(command);
            return new Result(command, 0, "", "", Duration.ZERO);
        });

        boxes.add("me/box", ProviderName.LIBVIRT, "box.box", new Cancellation());
        boxes.remove("me/box", ProviderName.LIBVIRT, new Cancellation());

        assertThat(ran).hasSize(2).allSatisfy(command -> assertThat(command.environment())
                .containsEntry("VAGRANT_VAGRANTFILE", "hybridlab-needs-none"));
    }
}
