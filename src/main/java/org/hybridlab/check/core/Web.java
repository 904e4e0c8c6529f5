package org.hybridlab.check.core;

import java.time.Duration;

/** Gets pages from this host. {@link HttpWeb} is the real one. */
public interface Web {
    /**
     * GET without a proxy and redirects.
     *
     * @throws org.hybridlab.common.error.LabException {@code no-answer}
     */
    Page get(String address, int port, String path, Duration within);

    record Page(int status, String body) {
    }
}
