package org.hybridlab.provision.certificate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

import org.hybridlab.cluster.kubeconfig.CertificateEnd;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;

/**
 * The kubelet's client certificate has not ended. A kubelet renews its own, but does not start with an expired one, and
 * nothing starts on a control plane without it. So the first control plane signs a new one with the cluster's
 * authority, as in kubeadm's documentation.
 */
final class KubeletCertificateValid extends InMachine {
    private static final String FILE = "/var/lib/kubelet/pki/kubelet-client-current.pem";
    /** A link. Prints no key. */
    private static final String LOOK = """
            echo begin
            [ ! -e %1$s ] || sed -n '/BEGIN CERTIFICATE/,/END CERTIFICATE/p' %1$s
            echo end""".formatted(FILE);
    private static final String SIGN = ResourceText.of(KubeletCertificateValid.class, "sign-kubelet.sh");
    /** At its next renewal, the kubelet writes its own file, and changes the link. */
    private static final String MADE = "/var/lib/kubelet/pki/kubelet-client-hybridlab.pem";
    private static final Duration QUICK = Duration.ofMinutes(1);

    private final Clock clock;

    KubeletCertificateValid(LabContext labContext, Machine machine, Clock clock) {
        super(labContext, machine);
        this.clock = clock;
    }

    @Override
    public Probe look(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        String said = guest.output(LOOK, "The look at the kubelet's certificate");
        if (!said.startsWith("begin\n") || !said.stripTrailing().endsWith("\nend")) {
            throw guest.unclear("its kubelet's certificate", said.lines().findFirst().orElse("nothing"));
        }
        if (!said.contains("BEGIN CERTIFICATE")) {
            return Probe.present("its kubelet has none");
        }
        Optional<Instant> end = CertificateEnd.of(said.substring(said.indexOf("-----BEGIN")));
        if (end.isEmpty()) {
            throw guest.unclear("its kubelet's certificate", "it cannot be read");
        }
        LocalDate day = LocalDate.ofInstant(end.get(), ZoneOffset.UTC);
        return end.get().isAfter(clock.instant()) ? Probe.present("its kubelet's ends on " + day)
                : Probe.absent("its kubelet's ended on " + day);
    }

    @Override
    public Duration usual() {
        return Duration.ofMillis(200);
    }

    @Override
    public Duration longest() {
        return QUICK.multipliedBy(2);
    }

    @Override
    public void run(StepContext context) {
        if (isDone(context)) {
            return;
        }
        Machine authority = labContext.lab().firstControlPlane();
        // Contains the key, which must not be logged.
        String pem = labContext.guest(authority, context).output(SIGN,
                "Signing a certificate for the kubelet of %s".formatted(machine.name()), machine.name());
        Guest guest = labContext.guest(machine, context);
        guest.write(MADE, pem, "0600");
        guest.must("ln", "-sfn", MADE, FILE);
        guest.must("systemctl", "restart", "kubelet");
        context.line("%s%s's kubelet.".formatted(CertificatesValid.RENEWED, machine.name()));
    }
}
