package org.hybridlab.real;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;

/**
 * Somebody who writes by the lab's kubectl, again and again, while hybridlab changes the lab. Only an API server whose
 * etcd has its quorum takes what is written.
 */
final class OngoingWrites implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final RealLab lab;
    private final Thread writer = new Thread(this::write, "writer");
    private final List<Instant> written = new CopyOnWriteArrayList<>();
    private volatile boolean over;

    private OngoingWrites(RealLab lab) {
        this.lab = lab;
    }

    static OngoingWrites begin(RealLab lab) {
        OngoingWrites writes = new OngoingWrites(lab);
        writes.written.add(Instant.now());
        writes.writer.start();
        return writes;
    }

    private void write() {
        while (!over) {
            Command command = Command.of(lab.workspace().resolve("bin/kubectl").toString(), "--kubeconfig",
                    lab.workspace().resolve("kubeconfig").toString(), "--request-timeout=2s", "annotate",
                    "--overwrite", "namespace", "default", "written=number-" + written.size());
            if (new LocalProcesses().run(command.timeout(Duration.ofSeconds(10)), line -> { }, new Cancellation())
                    .ok()) {
                written.add(Instant.now());
            }
            try {
                Thread.sleep(PAUSE.toMillis());
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    int count() {
        return written.size() - 1;
    }

    /** The longest time in which nothing could be written, until now. */
    Duration longestPause() {
        List<Instant> all = new ArrayList<>(written);
        all.add(Instant.now());
        return IntStream.range(1, all.size()).mapToObj(i -> Duration.between(all.get(i - 1), all.get(i)))
                .max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        over = true;
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
