package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.Requirement.State;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the user's own programs reach a lab past the proxy of the environment. */
class LabProxyTest {
    private static final Lab LAB = TestLabs.linux();
    private static final String MACHINES = LAB.network().machines().toString();

    @TempDir
    Path root;

    @Test
    void withoutProxy_isNotJudged() {
        assertThat(judged(Map.of("no_proxy", "localhost"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "", "10.0.0.0/8", "192.168.56.0/29", "192.168.56.10", "192.168.56.1", "::/0",
        "192.168.56.10:6443,192.168.56.11:6443", "192.168.56.0/33", "192.168.56.0/x", "/", "192.168.56.0/"})
    void proxy_withoutLabInNoProxy_warns(String excepted) {
        assertThat(proxy(excepted)).satisfies(proxy -> {
            assertThat(proxy.state()).isEqualTo(State.WARNING);
            assertThat(proxy.remedy().orElseThrow().what()).contains(MACHINES);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "192.168.56.0/24", "localhost, 192.168.56.0/24 ", "192.168.0.0/16", "0.0.0.0/0",
        "192.168.56.1/24", "192.168.56.8/30", "192.168.56.10,192.168.56.11", "192.168.56.10/32,192.168.56.11"})
    void proxy_withLabInNoProxy_isOk(String excepted) {
        assertThat(LAB.madeMachines().stream().map(machine -> machine.address().toString()))
                .containsExactly("192.168.56.10", "192.168.56.11");
        assertThat(proxy(excepted).state()).isEqualTo(State.OK);
    }

    /** As most programs take it: an empty variable says nothing. */
    @Test
    void emptyNoProxy_leavesTheOther() {
        assertThat(judged(Map.of("HTTPS_PROXY", "http://proxy.example:3128", "no_proxy", "", "NO_PROXY", MACHINES)))
                .hasValueSatisfying(proxy -> assertThat(proxy.state()).isEqualTo(State.OK));
    }

    private Requirement proxy(String excepted) {
        return judged(Map.of("https_proxy", "http://proxy.example:3128", "no_proxy", excepted)).orElseThrow();
    }

    private Optional<Requirement> judged(Map<String, String> environment) {
        FakeHost host = new FakeHost(root);
        HostFacts facts = new HostFacts(OperatingSystem.linux("ID=debian"), 4, 16_000, 12_000, 100_000, true, true,
                List.of(), List.of(), "lea");
        Map<String, Requirement> all = new LabRequirements(facts, host.files(), host, new HashMap<>(environment))
                .of(LAB, ProviderName.DOCKER, List.of(), new LabRequirements.OnHost(true, Set.of(), Set.of(), Map.of()),
                        Optional.empty(), Instant.EPOCH).stream()
                .collect(Collectors.toMap(Requirement::id, one -> one));
        return Optional.ofNullable(all.get("proxy"));
    }
}
