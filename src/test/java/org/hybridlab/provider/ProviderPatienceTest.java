package org.hybridlab.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.Provider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A provider that hangs is not waited for where it is only asked what it has. */
class ProviderPatienceTest {
    private static final LabId ID = new LabId("first", "0a1b2c");
    private static final Duration LONGEST = Duration.ofSeconds(30);

    @TempDir
    Path folder;
    private final List<Command> commands = new CopyOnWriteArrayList<>();
    private final Cancellation cancellation = new Cancellation();

    @ParameterizedTest
    @EnumSource(ProviderName.class)
    void states_ofHangingProvider_failSoon(ProviderName name) {
        fails(() -> hanging(name).states(ID, cancellation), name);
    }

    @ParameterizedTest
    @EnumSource(ProviderName.class)
    void resources_ofHangingProvider_failSoon(ProviderName name) {
        fails(() -> hanging(name).resources(cancellation), name);
        fails(() -> hanging(name).resources(ID, cancellation), name);
    }

    /** The advice is about that provider, not the host's usual one. */
    private void fails(Runnable question, ProviderName name) {
        assertThatThrownBy(question::run).isInstanceOfSatisfying(LabException.class, e -> {
            assertThat(e.id()).isEqualTo("provider-not-answering");
            assertThat(e.what()).contains("did not answer within 30 s");
            assertThat(e.advice()).contains("`hybridlab doctor --provider %s`".formatted(name.id()));
        });
        assertThat(commands).isNotEmpty().extracting(Command::timeout)
                .allSatisfy(timeout -> assertThat(timeout).isLessThanOrEqualTo(LONGEST));
    }

    private Provider hanging(ProviderName name) {
        Processes hanging = (command, lines, ignored) -> {
            commands.add(command);
            throw LabException.labFailed("timed-out", command.words().get(0) + " did not end in time.", "");
        };
        return new Providers(hanging, folder, false).of(name);
    }
}
