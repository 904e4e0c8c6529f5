package org.hybridlab.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.HostFiles;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Remedy;
import org.hybridlab.host.Requirement;
import org.hybridlab.host.Requirement.State;
import org.hybridlab.host.Software;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorPageTest {
    private static final String SETUP = "`hybridlab setup --provider docker` does what can be done, and asks first.";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "OK | OK | This host is ready for duo on docker.",
        "OK | MISSING | This host is not ready for duo on docker. Do what stands above.",
        // What is only a warning is no reason to run setup.
        "WARNING | MISSING | This host is not ready for duo on docker. Do what stands above.",
        "MISSING | OK | This host is not ready for duo on docker. " + SETUP,
        "MISSING | MISSING | This host is not ready for duo on docker. " + SETUP + " Do the rest as it stands above."})
    void page_whenSomethingIsMissing_namesWhatHelps(State program, State memory, String last) {
        HostFacts host = HostFacts.read(HostFiles.ofThisHost(Map.of()), Path.of("").toAbsolutePath());
        List<Requirement> all = List.of(requirement("Docker", program, new Remedy.Install(Software.DOCKER)),
                requirement("Memory", memory, new Remedy.ByHand("End other programs.")));

        List<String> lines = DoctorPage.lines(host, new ProviderChoice(ProviderName.DOCKER, "the test says so"),
                all, Optional.of("duo"));

        assertThat(lines).last().isEqualTo(last);
    }

    private static Requirement requirement(String title, State state, Remedy remedy) {
        return new Requirement(title, title, state, "seen", Optional.empty(),
                Optional.of(remedy).filter(any -> state != State.OK));
    }
}
