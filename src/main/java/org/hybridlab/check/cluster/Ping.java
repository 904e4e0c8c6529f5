package org.hybridlab.check.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Machine;

public final class Ping {
    private static final Duration EACH = Duration.ofSeconds(20);

    private Ping() {
    }

    /** On Windows, "unreachable" is an answer too. Only a real one has a TTL. */
    public static boolean answers(CheckContext context, Machine asker, String address) {
        List<String> ping = asker.isWindows() ? List.of("ping", "-n", "1", "-w", "2000", address)
                : List.of("ping", "-c", "1", "-W", "2", address);
        Result result = context.shells().apply(asker).run(ping, Optional.empty(), EACH, line -> { },
                context.cancellation());
        return result.ok() && (!asker.isWindows() || result.stdout().contains("TTL="));
    }
}
