package org.hybridlab.check;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.lab.Machine;
import org.hybridlab.process.Result;

/** Asks a machine to reach an address. */
final class Ping {
    private static final Duration EACH = Duration.ofSeconds(20);

    private Ping() {
    }

    /** On Windows, "unreachable" is an answer too, and only a real one has a time to live. */
    static boolean answers(CheckContext context, Machine asker, String address) {
        List<String> ping = asker.isWindows() ? List.of("ping", "-n", "1", "-w", "2000", address)
                : List.of("ping", "-c", "1", "-W", "2", address);
        Result result = context.shells().apply(asker).run(ping, Optional.empty(), EACH, line -> { },
                context.cancellation());
        return result.ok() && (!asker.isWindows() || result.stdout().contains("TTL="));
    }
}
