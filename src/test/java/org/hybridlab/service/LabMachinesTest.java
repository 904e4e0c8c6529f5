package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.LabMachines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabMachinesTest {
    @TempDir
    private Path home;

    /** Who made a mistake in it wants to stop the lab all the same, in its order. */
    @Test
    void lab_withMistakeInFile_canBeStopped() throws IOException {
        LabsInFolder labs = new LabsInFolder(home, "name: duo\nmachines: [{name: control, role: control-plane}, "
                + "{name: node}]\n");
        labs.recordUp();
        LabService service = service(labs);
        LabContext up = service.labContext(service.asItIs(labs.named()));
        LabRecord.complete(up);
        Files.writeString(labs.named().location().file(), "name: [duo\n");

        LabMachines lab = LabMachines.of(labs.named(), service, context(labs));

        assertThat(lab.name()).isEqualTo("duo");
        assertThat(lab.created().id()).isEqualTo(up.id());
        assertThat(lab.names(Role.CONTROL_PLANE)).containsExactly("control");
        assertThat(lab.names(Role.ETCD)).isEmpty();
    }

    @Test
    void lab_withoutRecord_isNotUp() {
        LabsInFolder labs = new LabsInFolder(home, "name: duo\nmachines: [{name: control, role: control-plane}]\n");

        assertThatThrownBy(() -> LabMachines.of(labs.named(), service(labs), context(labs)))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("lab-not-up"));
    }

    /** Its machines run, and `up` fetches it. */
    @Test
    void kubeconfig_thatWasDeleted_isToldSo() {
        LabsInFolder labs = new LabsInFolder(home, "name: duo\nmachines: [{name: control, role: control-plane}]\n");
        labs.recordUp();
        Workspace.in(labs.workspace()).write("kubernetes/ca.crt", "");

        LabException e = failure(() -> LabAccess.of(labs.named(), context(labs)).kubeconfig());
        assertThat(e.id()).isEqualTo("kubeconfig-missing");
        assertThat(e.advice()).contains("hybridlab up ");
    }

    /** While somebody was asked, another call destroyed it. */
    @Test
    void lab_destroyedMeanwhile_isNotUp() {
        LabsInFolder labs = new LabsInFolder(home, "name: duo\nmachines: [{name: control, role: control-plane}]\n");
        labs.recordUp();
        LabService service = service(labs);
        LabMachines lab = LabMachines.of(labs.named(), service, context(labs));
        LabAccess access = LabAccess.of(labs.named(), context(labs));
        access.mustStillBeUp(context(labs));
        Workspace.in(labs.workspace()).delete();
        service.workspaces().forget(labs.workspace());
        service.known().forget(labs.workspace());

        assertThat(failure(lab::lock).id()).isEqualTo("lab-not-up");
        assertThatThrownBy(() -> access.mustStillBeUp(context(labs))).isInstanceOf(LabException.class);
        assertThat(labs.workspace()).doesNotExist();
        LabLock.acquire(context(labs).runFolder(Workspace.in(labs.workspace())), Clock.systemUTC()).close();
    }

    /** The journal would make it again, and it would be nobody's. */
    @Test
    void workspace_deletedByHand_isBoundAgain() {
        LabsInFolder labs = new LabsInFolder(home, "name: duo\nmachines: [{name: control, role: control-plane}]\n");
        labs.recordUp();
        Workspace.in(labs.workspace()).delete();
        LabService service = service(labs);

        LabMachines.of(labs.named(), service, context(labs)).lock().close();

        assertThat(service.workspaces().isBound(labs.workspace())).isTrue();
    }

    private static LabService service(LabsInFolder labs) {
        return new LabService(context(labs));
    }

    private static ServiceContext context(LabsInFolder labs) {
        return labs.context(new LocalProcesses(), new ArrayList<>());
    }
}
