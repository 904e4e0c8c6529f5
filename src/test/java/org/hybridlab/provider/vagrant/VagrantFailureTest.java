package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.Test;

class VagrantFailureTest {
    /** What vagrant-libvirt said when libvirtd could start no domain: one line, and a stack of many. */
    @Test
    void namesTheReasonThatStandsBeforeRubysStack() {
        String stack = IntStream.range(0, 60).mapToObj("\tfrom /usr/share/vagrant/warden.rb:%d:in `call'\n"::formatted)
                .collect(Collectors.joining());

        LabException failure = VagrantFailure.of("vagrant up of control", new Result(Command.of("vagrant", "up"), 1, "",
                "/usr/share/start_domain.rb:5: Unable to move /dev/kvm mount (Libvirt::Error)\n" + stack,
                Duration.ZERO));

        assertThat(failure.why().orElseThrow())
                .startsWith("/usr/share/start_domain.rb:5: Unable to move /dev/kvm mount")
                .doesNotContain("from /");
    }

    /** In Vagrant's words (templates/locales/en.yml), as a suspended machine answers that cannot go on. */
    @Test
    void takenPort_isToBeFreed() {
        LabException failure = VagrantFailure.of("vagrant resume of node", new Result(Command.of("vagrant", "resume"),
                1, "1,,error-exit,Vagrant::Errors::ForwardPortCollision,The forwarded port to 20011 is already "
                + "in use\n", "", Duration.ZERO));

        assertThat(failure.id()).isEqualTo("vagrant-forward-port-collision");
        assertThat(failure.advice()).contains("End what listens on that port");
    }

    /** In Vagrant's words; by itself, `doctor` looks at the host's usual provider. */
    @Test
    void unusableProvider_isNamedInAdvice() {
        LabException failure = VagrantFailure.of("vagrant up of node", new Result(Command.of("vagrant", "up"), 1,
                "1,,error-exit,Vagrant::Errors::ProviderNotUsable,The provider 'libvirt' that was requested to "
                        + "back the machine\\n'docker' is reporting that it isn't usable on this system.\n", "",
                Duration.ZERO));

        assertThat(failure.id()).isEqualTo("vagrant-provider-not-usable");
        assertThat(failure.advice()).startsWith("Run `hybridlab doctor --provider libvirt`: it says");
    }

    /** Of a machine that was there before, hybridlab does not do it by itself. */
    @Test
    void diskWithoutDomain_isToBeDestroyed() {
        LabException failure = VagrantFailure.of("vagrant up of node", new Result(Command.of("vagrant", "up"), 1,
                "1,,error-exit,VagrantPlugins::ProviderLibvirt::Errors::DomainVolumeExists,exists\n", "",
                Duration.ZERO));

        assertThat(failure.id()).isEqualTo("vagrant-domain-volume-exists");
        assertThat(failure.advice()).contains("`hybridlab destroy LAB MACHINE`, then `hybridlab up LAB`");
    }
}
