package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.junit.jupiter.api.Test;

class VagrantBoxesTest {
    /** Somebody may call hybridlab in a folder of a stranger, whose Vagrantfile is Ruby code. */
    @Test
    void noVagrantfileOfTheCurrentFolderRuns() {
        FakePrograms vagrant = new FakePrograms();
        VagrantBoxes boxes = new VagrantBoxes(vagrant);

        boxes.add("me/box", ProviderName.LIBVIRT, "box.box", new Cancellation());
        boxes.remove("me/box", ProviderName.LIBVIRT, new Cancellation());

        assertThat(vagrant.commands).hasSize(2).allSatisfy(command -> assertThat(command.environment())
                .containsEntry("VAGRANT_VAGRANTFILE", "hybridlab-needs-none"));
    }
}
