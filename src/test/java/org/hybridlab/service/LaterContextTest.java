package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;

import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.lab.LabService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one command knows of a lab before and after a reset. */
class LaterContextTest {
    @TempDir
    private Path home;

    /** Else what the snapshot says of pods is believed, which has them ready. */
    @Test
    void laterContext_knowsWhichMachinesBooted() {
        LabsInFolder labs = new LabsInFolder(home, "name: duo\nprovider: docker\nkubernetes: 1.36\n"
                + "machines: [{name: control, role: control-plane}, {name: node}]\n");
        LabService service = new LabService(labs.context(new FakePrograms(), new ArrayList<>()));
        OpenLab open = service.asItIs(labs.named());
        LabContext before = service.labContext(open);
        before.remembered().noteBoot("node");

        LabContext later = service.labContext(open, before);

        assertThat(later).isNotSameAs(before);
        assertThat(later.remembered().hasBooted("node")).isTrue();
        assertThat(later.remembered().hasBooted("control")).isFalse();
    }
}
