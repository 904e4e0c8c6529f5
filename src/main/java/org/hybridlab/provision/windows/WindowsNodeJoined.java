package org.hybridlab.provision.windows;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.kubeconfig.CertificateEnd;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.MachineRecords;
import org.hybridlab.provision.context.WindowsGuest;
import org.hybridlab.provision.kubernetes.EarlierJoin;
import org.hybridlab.provision.kubernetes.JoinToken;
import org.hybridlab.provision.kubernetes.NodeRegistration;

/** The Windows machine's kubelet has a certificate of this cluster, and its node exists. */
public final class WindowsNodeJoined implements Action {
    public static final Duration JOIN = Duration.ofMinutes(15);
    /** Has the fingerprint of the joined cluster's authority. */
    private static final String MARK = "joined";
    private static final String FOLDER = "C:/etc/kubernetes";
    private static final String KUBELET = "kubelet.conf";
    private static final String DISCOVERY = WindowsGuest.FOLDER + "/secrets/discovery.yaml";
    /** For kubeadm, which takes a drive letter for a URL scheme (seen on 1.36.3); {@code join.ps1} is on drive C. */
    private static final String DISCOVERY_ON_DRIVE = DISCOVERY.substring("C:".length()).replace('/', '\\');
    private static final String CONFIG = WindowsGuest.FOLDER + "/secrets/join.yaml";

    /** As {@link Guest#END_EARLIER_KUBEADM}. Its script fails with it, and join.ps1 waits for that. */
    private static final String END_EARLIER_KUBEADM = "Get-Process -Name 'kubeadm' -ErrorAction SilentlyContinue | "
            + "Stop-Process -Force -ErrorAction SilentlyContinue\n";

    private final LabContext labContext;
    private final Machine machine;
    private final Clock clock;

    public WindowsNodeJoined(LabContext labContext, Machine machine) {
        this(labContext, machine, Clock.systemUTC());
    }

    WindowsNodeJoined(LabContext labContext, Machine machine, Clock clock) {
        this.labContext = labContext;
        this.machine = machine;
        this.clock = clock;
    }

    @Override
    public boolean mayDestroy() {
        return true;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return Probe.absent("there is no cluster to join yet");
        }
        if (!labContext.states(context.cancellation()).isRunning(machine)) {
            return Probe.absent(machine.name() + " is not running");
        }
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        EarlierJoin join = look(guest, labContext.node(machine));
        Probe seen = switch (join.state()) {
            case JOINED -> guest.mark(MARK).equals(Optional.of(authority())) ? Probe.present(join.reason())
                    : Probe.absent(machine.name() + " has joined, which is not noted there");
            case NONE -> Probe.absent(machine.name() + " has not joined this cluster");
            default -> Probe.absent(machine.name() + ": " + join.reason());
        };
        return join.mustReset() && join.ofWorth() ? seen.destroying(reset(join)) : seen;
    }

    private EarlierJoin look(WindowsGuest guest, Optional<Node> node) {
        Set<String> names = guest.names(FOLDER);
        // Every prepared machine has it, so this list is incomplete.
        if (!names.contains("pki")) {
            throw guest.unclear(FOLDER, names);
        }
        Optional<String> kubelet = names.contains(KUBELET)
                ? Optional.of(guest.read(FOLDER + "/" + KUBELET).filter(text -> !text.isEmpty())
                        .orElseThrow(() -> guest.unclear(KUBELET, names))) : Optional.empty();
        EarlierJoin join = EarlierJoin.of(kubelet.map(EarlierJoin::authorityIn),
                names.contains("bootstrap-" + KUBELET), true, labContext.created().cluster().authority(), node);
        // A Ready node has a certificate. Otherwise only another join helps.
        return kubelet.isEmpty() || join.mustReset() || node.filter(Node::ready).isPresent() ? join
                : new WindowsKubeletCertificate(guest).ended(clock.instant())
                        .map(why -> new EarlierJoin(EarlierJoin.State.HALF, why, false)).orElse(join);
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(20);
    }

    @Override
    public Duration longest() {
        return JOIN.plus(MachineRecords.LONGEST);
    }

    @Override
    public void run(StepContext context) {
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        guest.powershell(END_EARLIER_KUBEADM);
        EarlierJoin join = look(guest, labContext.cluster().node(machine.name()));
        try {
            switch (join.state()) {
                case JOINED -> guest.line(machine.name() + " has joined already, and stays as it is");
                case UNREGISTERED -> new NodeRegistration(labContext, machine, context).again(guest);
                default -> join(join, guest, context);
            }
        } finally {
            // Those of a killed hybridlab too.
            guest.removeSecrets(CONFIG, DISCOVERY);
        }
        guest.setMark(MARK, authority());
    }

    private void join(EarlierJoin earlier, WindowsGuest guest, StepContext context) {
        if (earlier.ofWorth()) {
            context.destroys(reset(earlier));
        }
        MachineRecords.note(labContext, machine, context, "before-join");
        labContext.changes().forgetNode(machine);
        try (JoinToken token = JoinToken.mint(labContext.cluster().api(), context::line)) {
            guest.writeSecret(DISCOVERY, labContext.gathered().discovery());
            guest.writeSecret(CONFIG, settings(labContext, machine, token));
            guest.script(labContext.script(machine, "join.ps1"), JOIN);
            if (labContext.lab().joinsExisting()) {
                token.forgetRequests();
            }
        }
    }

    private String reset(EarlierJoin join) {
        return "reset %s: %s".formatted(machine.name(), join.reason());
    }

    private String authority() {
        return labContext.created().cluster().authorityFingerprint();
    }

    static String settings(LabContext labContext, Machine machine, JoinToken token) {
        return labContext.gathered().kubeadmJoin(machine, DISCOVERY_ON_DRIVE, token.value());
    }

    /** A Windows kubelet's client certificate. A kubelet renews it, but does not start with an expired one. */
    record WindowsKubeletCertificate(WindowsGuest guest) {
        /** A link. Prints no key. */
        private static final String LOOK = """
                Write-Output 'begin'
                $file = 'C:\\var\\lib\\kubelet\\pki\\kubelet-client-current.pem'
                if (Test-Path -Path $file) {
                    $inside = $false
                    foreach ($line in @(Get-Content -Path $file)) {
                        if ($line -eq '-----BEGIN CERTIFICATE-----') { $inside = $true }
                        if ($inside) { Write-Output $line }
                        if ($line -eq '-----END CERTIFICATE-----') { $inside = $false }
                    }
                }
                Write-Output 'end'
                """;

        /**
         * When it ended, for people; empty if it is valid, or there is none.
         *
         * @throws org.hybridlab.common.error.LabException if the machine does not tell
         */
        Optional<String> ended(Instant now) {
            String said = guest.powershell(LOOK).replace("\r", "").strip();
            if (!said.startsWith("begin\n") || !said.endsWith("\nend")) {
                throw guest.unclear("its kubelet's certificate", said.lines().findFirst().orElse("nothing"));
            }
            if (!said.contains("BEGIN CERTIFICATE")) {
                return Optional.empty();
            }
            Instant end = CertificateEnd.of(said.substring(said.indexOf("-----BEGIN"))).orElseThrow(() ->
                    guest.unclear("its kubelet's certificate", "it cannot be read"));
            return end.isAfter(now) ? Optional.empty() : Optional.of("its kubelet's certificate ended on "
                    + LocalDate.ofInstant(end, ZoneOffset.UTC));
        }
    }
}
