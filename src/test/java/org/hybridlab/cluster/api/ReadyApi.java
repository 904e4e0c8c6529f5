package org.hybridlab.cluster.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What fakes of an API server have in common that never fails and runs no command in a pod. */
public interface ReadyApi extends ApiServer {
    @Override
    default boolean isReady() {
        return true;
    }

    @Override
    default Instant now() {
        return Instant.now();
    }

    @Override
    default ExecResult exec(String namespace, String pod, Optional<String> container, Duration within,
                            List<String> command) {
        throw new UnsupportedOperationException(pod);
    }
}
