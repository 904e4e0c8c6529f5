package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Command;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Windows machine that has joined, and was off for months. */
class EndedCertificateTest {
    private static final Clock LATER = Clock.fixed(Instant.parse("2027-02-01T00:00:00Z"), ZoneOffset.UTC);
    private static final String ENDED = HealthyLab.certificate("2026-12-26");

    @TempDir
    private Path folder;
    private HealthyLab lab;
    private LabContext labContext;
    private final List<String> scripts = new ArrayList<>();
    private String pem = "begin\r\n" + ENDED.replace("\n", "\r\n") + "end\r\n";
    private final FakePrograms windows = FakePrograms.printing(this::answer);

    @BeforeEach
    void aLabThatWasOff() {
        lab = new HealthyLab(folder, """
                name: one
                kubernetes: 1.36
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                  - {name: win, os: windows, memory: 4GiB}
                """);
        labContext = new FakeParts(lab.labContext).processes((command, lines, cancellation) ->
                command.words().get(0).equals("ssh") ? windows.run(command, lines, cancellation)
                        : lab.machines.run(command, lines, cancellation)).labContext();
        ready(false);
    }

    @Test
    void machine_withEndedCertificate_joinsAgain() {
        Probe seen = joined().probe(new QuietContext());

        assertThat(seen.answer()).isEqualTo(Probe.Answer.ABSENT);
        assertThat(seen.reason()).isEqualTo("win: its kubelet's certificate ended on 2026-12-26");
        assertThat(seen.destroys()).isEmpty();
    }

    @Test
    void machine_withLastingCertificate_staysAsItIs() {
        pem = "begin\n" + HealthyLab.certificate("2126") + "end\n";
        assertThat(joined().probe(new QuietContext()).isPresent()).isTrue();
        pem = "begin\nend\n";
        assertThat(joined().probe(new QuietContext()).isPresent()).isTrue();
    }

    /** Whose clock is wrong then is not judged. */
    @Test
    void readyNode_isNotAsked() {
        ready(true);

        assertThat(joined().probe(new QuietContext()).isPresent()).isTrue();
        assertThat(scripts).isEmpty();
    }

    @Test
    void silentMachine_hasNoEndedCertificate() {
        for (String answer : List.of("", "begin\n" + ENDED, "Access is denied.\n", "begin\n-----BEGIN "
                + "CERTIFICATE-----\nend\n")) {
            pem = answer;
            assertThat(failure(() -> joined().probe(new QuietContext())).id()).isEqualTo("guest-answer-unclear");
        }
    }

    private WindowsNodeJoined joined() {
        labContext.forgetStates();
        return new WindowsNodeJoined(labContext, labContext.lab().machine("win").orElseThrow(), LATER);
    }

    private void ready(boolean ready) {
        lab.api.answers.put("/api/v1/nodes", """
                {"items":[{"metadata":{"name":"win"},"status":{"conditions":[{"type":"Ready","status":"%s"}]}}]}
                """.formatted(ready ? "True" : "Unknown"));
    }

    private String answer(Command command) {
        String remote = FakePrograms.remote(command);
        String said = "";
        if (remote.endsWith("kubelet.conf")) {
            said = HealthyLab.kubeconfig(HealthyLab.AUTHORITY);
        } else if (remote.endsWith("done\\joined")) {
            said = Fingerprint.of(HealthyLab.AUTHORITY);
        } else if (remote.startsWith("cmd /c dir /b")) {
            said = "pki\r\nkubelet.conf\r\n";
        } else if (remote.contains(" -EncodedCommand ")) {
            scripts.add(FakePrograms.script(remote));
            said = pem;
        }
        return said;
    }
}
