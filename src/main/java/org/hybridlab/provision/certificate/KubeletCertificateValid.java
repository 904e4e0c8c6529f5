package org.hybridlab.provision.certificate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

import org.hybridlab.cluster.kubeconfig.CertificateEnd;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;

/**
 * The certificate with which the machine's kubelet asks the API server has not ended. A kubelet renews its own while it
 * runs. One that was off when it ended does not even start, and on a control plane nothing starts without it: so the
 * cluster's authority signs a new one on the first control plane, as Kubernetes' documentation of kubeadm has it.
 */
final class KubeletCertificateValid extends InMachine {
    private static final String FILE = "/var/lib/kubelet/pki/kubelet-client-current.pem";
    /** A link; prints no key. */
    private static final String LOOK = """
            echo begin
            [ ! -e %1$s ] || sed -n '/BEGIN CERTIFICATE/,/END CERTIFICATE/p' %1$s
            echo end""".formatted(FILE);
    private static final String SIGN = """
            set -e
            umask 077
            folder=$(mktemp -d)
            trap 'rm -rf "$folder"' EXIT
            cd "$folder"
            openssl req -new -newkey rsa:2048 -nodes -keyout key -subj "/O=system:nodes/CN=system:node:$1" \
                -out request 2> said || { cat said >&2; exit 1; }
            printf 'keyUsage=critical,digitalSignature,keyEncipherment\\nextendedKeyUsage=clientAuth\\n' > extensions
            openssl x509 -req -in request -CA /etc/kubernetes/pki/ca.crt -CAkey /etc/kubernetes/pki/ca.key -days 365 \
                -set_serial "0x$(openssl rand -hex 8)" -extfile extensions -out certificate 2> said ||
                { cat said >&2; exit 1; }
            cat certificate key
            """;
    /** The kubelet makes a file of its own at its next renewal, and moves the link there. */
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
        // With its key, which no log may have.
        String pem = labContext.guest(authority, context).output("set -- %s\n".formatted(machine.name()) + SIGN,
                "Signing a certificate for the kubelet of %s".formatted(machine.name()));
        Guest guest = labContext.guest(machine, context);
        guest.write(MADE, pem, "0600");
        guest.must("ln", "-sfn", MADE, FILE);
        guest.must("systemctl", "restart", "kubelet");
        context.line("%s%s's kubelet.".formatted(CertificatesValid.RENEWED, machine.name()));
    }
}
