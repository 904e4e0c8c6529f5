package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class EventsTest {
    private static final Event TRANSITION = new Event.StepStarted(Instant.EPOCH, "a", 1, "new");
    private static final Event LINE = new Event.StepLine(Instant.EPOCH, "a", "hello");

    private final CountDownLatch go = new CountDownLatch(1);
    private final List<Event> heard = new ArrayList<>();

    @Test
    void hangingListener_holdsUp_neitherPublisherNorEnd() {
        try (Events events = new Events(List.of(this::waitThenHear), Duration.ofMillis(20))) {
            events.publish(TRANSITION);
            events.publish(LINE);
        }

        assertThat(heard).isEmpty();
    }

    @Test
    void theEndWaitsUntilAllIsHeard() {
        try (Events events = new Events(List.of(heard::add), Duration.ofSeconds(10))) {
            for (int i = 0; i < 1000; i++) {
                events.publish(LINE);
            }
        }

        assertThat(heard).hasSize(1000);
    }

    @Test
    void slowListener_missesLines_butNoTransition() {
        try (Events events = new Events(List.of(this::waitThenHear), Duration.ofSeconds(10))) {
            for (int i = 0; i < Events.MANY + 500; i++) {
                events.publish(LINE);
            }
            events.publish(TRANSITION);
            go.countDown();
        }

        assertThat(heard).hasSizeBetween(Events.MANY, Events.MANY + 3).endsWith(TRANSITION);
    }

    private void waitThenHear(Event event) {
        try {
            go.await();
            heard.add(event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
