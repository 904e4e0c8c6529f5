package org.hybridlab.provision.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.provision.certificate.RenewingLab.AFTER;
import static org.hybridlab.provision.certificate.RenewingLab.ENDING;
import static org.hybridlab.provision.certificate.RenewingLab.LASTING;
import static org.hybridlab.provision.certificate.RenewingLab.WITHIN_30_DAYS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machines' openssl signs nothing here: whether an API server takes what it signs, a real lab tells. */
class KubeletCertificateTest {
    private static final String FILE = "/var/lib/kubelet/pki/kubelet-client-current.pem";
    private final QuietContext context = new QuietContext();

    @TempDir
    private Path folder;
    private HealthyLab lab;

    @BeforeEach
    void aLab() {
        lab = RenewingLab.of(HealthyLab.THREE_CONTROL_PLANES, folder, LASTING);
        lab.machines.write("node", "/var/lib/kubelet/pki/old.pem", ENDING);
        lab.machines.write("control1", "/openssl", """
                [ "$1" != x509 ] || cat "$MACHINE/lasting.pem" > certificate
                [ "$1" != req ] || echo 'a key' > key
                """);
    }

    @Test
    void lastingCertificate_staysAsItIs() {
        lab.machines.write("node", FILE, ENDING);

        assertThat(action(WITHIN_30_DAYS).probe(context).isPresent()).as("the kubelet renews it").isTrue();
        action(WITHIN_30_DAYS).run(context);
        assertThat(lab.machines.told()).noneMatch(line -> line.contains("openssl") || line.contains("restart"));
    }

    @Test
    void endedCertificate_isSignedByControlPlane() throws IOException {
        lab.machines.write("node", FILE, ENDING);
        assertThat(action(AFTER).probe(context).reason()).isEqualTo("its kubelet's ended on 2026-12-26");

        action(AFTER).run(context);

        assertThat(Files.readString(lab.machines.disk("node").resolve(FILE.substring(1)))).contains(LASTING.strip());
        assertThat(lab.machines.told()).contains("systemctl restart kubelet")
                .anyMatch(line -> line.startsWith("openssl req")
                        && line.contains("/O=system:nodes/CN=system:node:node"));
        assertThat(action(AFTER).probe(context).isPresent()).isTrue();
        assertThat(context.lines()).contains("Renewed the certificates of node's kubelet.");
    }

    /** On a Windows host it is a carriage return too, which a guest's shell takes for a part of the word before it. */
    @Test
    void textForGuests_hasNoEndOfHost() throws IOException {
        for (String part : List.of("provision", "guest")) {
            try (Stream<Path> files = Files.walk(Path.of("src/main/java/org/hybridlab", part))) {
                assertThat(files.filter(file -> file.toString().endsWith(".java")))
                        .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain("%n", "lineSeparator()"));
            }
        }
    }

    @Test
    void machineWithoutOne_isLeftAlone() {
        assertThat(action(AFTER).probe(context).isPresent()).isTrue();
    }

    @Test
    void brokenCertificate_isUnclear() {
        lab.machines.write("node", FILE, "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n");

        assertThat(failure(() -> action(AFTER).probe(context)).id()).isEqualTo("guest-answer-unclear");
    }

    /** On a control plane nothing starts without its kubelet. */
    @Test
    void kubelets_comeBeforeWhatNeedsThem() {
        assertThat(UpPlanner.plan(lab.labContext).steps()).filteredOn(step -> step.id().equals("node-joined/node")
                || step.id().equals("control-plane-initialised/control1"))
                .hasSize(2).allMatch(step -> step.needs().contains(step.id().replaceAll(".*/",
                        "kubelet-certificate-valid/")));
    }

    private KubeletCertificateValid action(Instant now) {
        return new KubeletCertificateValid(lab.labContext, lab.labContext.lab().machine("node").orElseThrow(),
                Clock.fixed(now, ZoneOffset.UTC));
    }
}
