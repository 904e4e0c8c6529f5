package org.hybridlab.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.Daemon;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.HostFiles;
import org.hybridlab.host.PackageManager;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Remedy;
import org.hybridlab.host.Requirement;
import org.hybridlab.host.Requirement.State;
import org.hybridlab.host.Setup;
import org.hybridlab.host.Software;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorPageTest {
    private static final String NOT_READY = "This host is not ready for duo on docker.";
    private static final String SETUP = " `hybridlab setup --provider docker` does what can be done, and asks first.";
    private static final String LISTED = " `hybridlab setup --provider docker` lists what to do.";
    private static final String BY_HAND = " Do what stands above.";
    private static final String REST = " Do the rest as it stands above.";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "APT | OK | OK | OK | This host is ready for duo on docker.",
        "APT | OK | OK | MISSING | " + NOT_READY + BY_HAND,
        // What is only a warning is no reason to run setup.
        "APT | WARNING | OK | MISSING | " + NOT_READY + BY_HAND,
        "APT | MISSING | OK | OK | " + NOT_READY + SETUP,
        "APT | MISSING | OK | MISSING | " + NOT_READY + SETUP + REST,
        // setup begins with nothing where a person has to do something first.
        "APT | OK | MISSING | OK | " + NOT_READY + BY_HAND,
        "APT | MISSING | MISSING | OK | " + NOT_READY + LISTED + REST,
        "APT | MISSING | WARNING | OK | " + NOT_READY + SETUP,
        "DNF | MISSING | OK | OK | " + NOT_READY + LISTED,
        "DNF | MISSING | OK | MISSING | " + NOT_READY + LISTED + REST,
        "DNF | OK | OK | MISSING | " + NOT_READY + BY_HAND})
    void page_whenSomethingIsMissing_namesWhatHelps(PackageManager packages, State program, State firmware,
                                                    State memory, String last) {
        List<Requirement> ofProvider = List.of(
                requirement("Docker", program, new Remedy.Install(Software.DOCKER)),
                requirement("Firmware", firmware, new Remedy.ByHand("Switch it on.")));
        List<Requirement> all = Stream.concat(ofProvider.stream(), Stream.of(
                requirement("Memory", memory, new Remedy.ByHand("End other programs.")))).toList();

        assertThat(lines(all, Setup.helps(ofProvider, packages))).last().isEqualTo(last);
    }

    /** A daemon needs no package manager. */
    @Test
    void daemonThatIsOff_withoutApt_isStarted() {
        List<Requirement> all = List.of(requirement("Docker daemon", State.MISSING, new Remedy.Start(Daemon.DOCKER)));

        assertThat(lines(all, Setup.helps(all, PackageManager.DNF))).last().isEqualTo(NOT_READY + SETUP);
    }

    private static List<String> lines(List<Requirement> all, boolean setupHelps) {
        HostFacts host = HostFacts.read(HostFiles.ofThisHost(Map.of()), Path.of("").toAbsolutePath());
        return DoctorCommand.lines(host, new ProviderChoice(ProviderName.DOCKER, "the test says so"), all, setupHelps,
                Optional.of("duo"));
    }

    private static Requirement requirement(String title, State state, Remedy remedy) {
        return new Requirement(title, title, state, "seen", Optional.empty(),
                Optional.of(remedy).filter(any -> state != State.OK));
    }
}
