package org.hybridlab.service.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.engine.Event.StepLine;
import org.junit.jupiter.api.Test;

/** What people hear of repairs that nobody asked for, once the run is over. */
class RunMessagesTest {
    private static final String STEP = "certificates-valid/control";
    private static final String RENEWED = "Renewed the certificates of control: they are valid until 2027-11-23.";

    private final List<String> heard = new ArrayList<>();

    @Test
    void renewalMessage_saysWhose_andUntilWhen() {
        tell(new StepLine(Instant.EPOCH, STEP, "certificate for serving the Kubernetes API renewed"),
                new StepLine(Instant.EPOCH, STEP, RENEWED));

        assertThat(heard).containsExactly(RENEWED);
    }

    @Test
    void misplacedMachine_isTold() {
        tell(new StepLine(Instant.EPOCH, "host-network-ready", "node was elsewhere."));

        assertThat(heard).containsExactly("node was elsewhere.");
    }

    @Test
    void tell_withoutARenewal_saysNothing() {
        tell(new StepLine(Instant.EPOCH, STEP, "the first one ends on 2027-11-23"),
                new StepLine(Instant.EPOCH, "app-ready/web", RENEWED));

        assertThat(heard).isEmpty();
    }

    private void tell(StepLine... lines) {
        RunMessages messages = new RunMessages();
        List.of(lines).forEach(messages::on);
        messages.tell(ServiceListener.lines(heard::add));
    }
}
