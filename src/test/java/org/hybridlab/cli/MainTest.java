package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpClient;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

class MainTest {
    /** The JVM's exit would wait for them. In a group of its own, the test ends no client of another one. */
    @Test
    void threadsOfHttpClients_areEnded() throws InterruptedException {
        ThreadGroup group = new ThreadGroup("clients");
        AtomicReference<HttpClient> client = new AtomicReference<>();
        run(group, () -> client.set(HttpClient.newHttpClient()));
        assertThat(names(group)).hasSize(1).allMatch(name -> name.endsWith("-SelectorManager"));

        run(group, Main::endHttpClients);

        await().until(() -> names(group).isEmpty());
        // Not because nobody has it any more.
        assertThat(client.get()).isNotNull();
    }

    private static void run(ThreadGroup group, Runnable work) throws InterruptedException {
        Thread thread = new Thread(group, work);
        thread.start();
        thread.join();
    }

    private static List<String> names(ThreadGroup group) {
        Thread[] threads = new Thread[10];
        return Arrays.stream(threads, 0, group.enumerate(threads)).map(Thread::getName).toList();
    }
}
