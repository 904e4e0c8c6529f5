package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** In Vagrant's words (templates/locales/en.yml): of a suspended machine, a host, and a machine that was there. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "resume | Vagrant::Errors::ForwardPortCollision,The forwarded port to 20011 is already in use"
                + " | vagrant-forward-port-collision | End what listens on that port",
        "up | Vagrant::Errors::ProviderNotUsable,The provider 'libvirt' that was requested to back the machine\\n"
                + "'docker' is reporting that it isn't usable on this system."
                + " | vagrant-provider-not-usable | Run `hybridlab doctor --provider libvirt`: it says",
        "up | VagrantPlugins::ProviderLibvirt::Errors::DomainVolumeExists,exists"
                + " | vagrant-domain-volume-exists | A call of Vagrant was interrupted, and left the machine's disk"
                + " without its machine: run `hybridlab destroy LAB MACHINE`, then `hybridlab up LAB`"})
    void failure_thatIsKnown_hasItsAdvice(String verb, String error, String id, String advice) {
        LabException failure = VagrantFailure.of("vagrant %s of node".formatted(verb), new Result(
                Command.of("vagrant", verb), 1, "1,,error-exit,%s\n".formatted(error), "", Duration.ZERO));

        assertThat(failure.id()).isEqualTo(id);
        assertThat(failure.advice()).startsWith(advice);
    }
}
