package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.Test;

class MachineReadableTest {
    @Test
    void onlyDataIsUnescaped() {
        assertThat(MachineReadable.parse("1700000000,node1,ui,info,one%!(VAGRANT_COMMA) two\\nthree\\r"))
                .hasValue(new MachineReadable("node1", "ui", java.util.List.of("info", "one, two\nthree\r")));
    }

    @Test
    void emptyFieldsAreKept() {
        assertThat(MachineReadable.parse("1700000000,,machine-count,")).hasValueSatisfying(line -> {
            assertThat(line.target()).isEmpty();
            assertThat(line.data()).containsExactly("");
        });
    }

    @Test
    void plainTextIsNoLineOfIt() {
        for (String line : java.util.List.of("", "Vagrant failed, badly, today", "Host node1", "12,34", ",a,b,c")) {
            assertThat(MachineReadable.parse(line)).as(line).isEmpty();
        }
    }

    @Test
    void peopleSeeTextWithoutVagrantsPrefix() {
        assertThat(MachineReadable.parse("1,node1,ui,output,==> node1: Creating the container...").orElseThrow()
                .forPeople()).containsExactly("Creating the container...");
        assertThat(MachineReadable.parse("1,node1,ui,detail,    node1:  \\n    node1: Created: 12").orElseThrow()
                .forPeople()).containsExactly("Created: 12");
        assertThat(MachineReadable.parse("1,node1,action,up,start").orElseThrow().forPeople()).isEmpty();
    }

    @Test
    void rubysClassNamesBecomeIds() {
        assertThat(VagrantFailure.kebab("Vagrant::Errors::MachineActionLockedError"))
                .isEqualTo("machine-action-locked-error");
        assertThat(VagrantFailure.kebab("Vagrant::Errors::VMBootTimeout")).isEqualTo("vm-boot-timeout");
        assertThat(VagrantFailure.kebab("VagrantPlugins::DockerProvider::Errors::ExecuteError"))
                .isEqualTo("execute-error");
    }

    @Test
    void container_goneMeanwhileInAnotherLab_isRetryable() {
        String line =
                "1,node1,error-exit,VagrantPlugins::DockerProvider::Errors::ExecuteError,A Docker command executed by "
                + "Vagrant didn't complete successfully!\\nCommand: [\"docker\"%!(VAGRANT_COMMA) "
                        + "\"inspect\"%!(VAGRANT_COMMA) "
                + "\"0a1b\"]\\nStderr: Error: No such object: 0a1b\n";
        Result result = new Result(Command.of("vagrant", "up"), 1, line, "", Duration.ZERO);
        assertThat(VagrantFailure.of("vagrant up of node1", result).id()).isEqualTo("vagrant-container-vanished")
                .isIn(Vagrant.RETRYABLE);
        Result other = new Result(Command.of("vagrant", "up"), 1, line.replace("inspect", "run"), "", Duration.ZERO);
        assertThat(VagrantFailure.of("vagrant up of node1", other).id()).isEqualTo("vagrant-execute-error");
    }
}
