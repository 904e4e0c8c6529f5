package org.hybridlab.diagnose.object;

import java.time.Duration;

/** Requests for certificates that nobody has answered. */
final class CertificateRequestEvidence {
    private static final Duration MOMENT = Duration.ofSeconds(60);

    private CertificateRequestEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        lists.of("/apis/certificates.k8s.io/v1/certificatesigningrequests").stream()
                .filter(request -> request.at("status", "conditions").isEmpty()
                        && request.isOlderThan(MOMENT, lists.now()))
                .forEach(request -> lines.say("CertificateSigningRequest %s of %s waits for an approval".formatted(
                        request.name(), request.text("spec", "username"))));
    }
}
