package org.hybridlab.provision.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.KubeadmInit;
import org.hybridlab.provision.state.LabCluster;

/**
 * The kubelet has a certificate of this cluster, and its node exists. Resets a machine only if it is known to belong to
 * another cluster, or its join was incomplete.
 */
final class NodeJoined implements Action {
    private static final String DISCOVERY = "/run/hybridlab/discovery.yaml";
    private static final String CONFIG = "/run/hybridlab/join.yaml";
    /** kubeadm reads target and type from the name. Stays for later kubelet configurations. */
    private static final String PATCH = KubeadmInit.PATCHES + "/kubeletconfiguration0+merge.json";
    /** A kubelet's message without a certificate. */
    static final String REFUSED = "cannot create certificate signing request: ";
    static final String JOIN = ResourceText.of(NodeJoined.class, "join.sh");

    private final LabContext labContext;
    private final Machine machine;

    NodeJoined(LabContext labContext, Machine machine) {
        this.labContext = labContext;
        this.machine = machine;
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
        Guest guest = labContext.guest(machine, context);
        JoinedDisk disk = JoinedDisk.look(guest);
        EarlierJoin join = disk.judge(labContext.lab(), machine, guest, labContext.created().cluster(),
                labContext.node(machine));
        Probe seen = switch (join.state()) {
            case JOINED -> disk.isMarked(labContext.created().cluster()) ? Probe.present(join.reason())
                    : Probe.absent(machine.name() + " has joined, which is not noted there");
            case NONE -> Probe.absent(machine.name() + " has not joined this cluster");
            default -> Probe.absent(machine.name() + ": " + join.reason());
        };
        return join.mustReset() && join.ofWorth() ? seen.destroying(reset(join)) : seen;
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(4);
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().kubeadm().multipliedBy(2).plus(machine.isControlPlane()
                ? labContext.timeouts().nodeReady().multipliedBy(2) : Duration.ZERO);
    }

    @Override
    public void run(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        EarlierJoin join = JoinedDisk.lookAlone(guest).judge(labContext.lab(), machine, guest,
                labContext.created().cluster(), labContext.cluster().node(machine.name()));
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
        if (machine.isControlPlane()) {
            guest.output(KubeadmInit.HAND_OVER, "Handing over the kubeconfig");
            labContext.cluster().markControlPlane(machine.name(), !labContext.lab().untaint());
        }
        guest.write(JoinedDisk.MARKER, authority(), "0644");
    }

    private void join(EarlierJoin earlier, Guest guest, StepContext context) {
        ControlPlanePeers peers = ControlPlanePeers.of(labContext, machine, context);
        if (machine.isControlPlane()) {
            // Before anything is undone: without them there is nothing to join.
            peers.ready();
        }
        if (earlier.mustReset()) {
            if (earlier.ofWorth()) {
                context.destroys(reset(earlier));
            }
            guest.line("%s: %s".formatted(machine.name(), earlier.reason()));
            guest.resetKubeadm(labContext.timeouts().kubeadm());
        }
        labContext.changes().forgetNode(machine);
        if (machine.isControlPlane()) {
            peers.prepare(guest);
        }
        try (JoinToken token = JoinToken.mint(labContext.cluster().api(), context::line)) {
            guest.write(DISCOVERY, labContext.gathered().discovery(), "0600");
            guest.write(CONFIG, labContext.gathered().kubeadmJoin(machine, DISCOVERY, token.value()), "0600");
            if (labContext.lab().joinsExisting()) {
                guest.write(PATCH, labContext.gathered().kubeletPatch(), "0644");
            }
            Result joined = guest.root(labContext.timeouts().kubeadm(), "sh", "-c", JOIN, "join", authority(),
                    KubeadmInit.PATCHES, CONFIG, REFUSED, JoinedDisk.MARKER);
            joined.stdout().lines().filter(line -> line.contains(REFUSED)).findFirst().ifPresent(line -> {
                throw LabException.labFailed("api-refused", "The API server refuses to let %s join."
                        .formatted(machine.name()), "Its reason says what is missing or forbids it.").because(line);
            });
            joined.orFail("kubeadm-join-failed", "kubeadm join failed on %s.".formatted(machine.name()),
                            "Read the kubelet's log: hybridlab logs %s %s --unit kubelet"
                                    .formatted(labContext.word(), machine.name()));
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

    /**
     * What an earlier join left on a Linux machine's disk.
     *
     * @param marker fingerprint of the joined cluster's authority
     * @param kubelet encoded authority of the kubelet's kubeconfig; empty without one
     * @param left whether there is anything else of a join
     * @param etcd whether there is etcd data, whose worth only etcd knows
     */
    record JoinedDisk(Optional<String> marker, Optional<String> kubelet, boolean left, boolean etcd) {
        /** Has the fingerprint of the joined cluster's authority. */
        static final String MARKER = "/etc/kubernetes/hybridlab-joined";
        private static final String LOOK = ResourceText.of(JoinedDisk.class, "earlier-join.sh");
        private static final String LIVE = "curl --insecure --silent --max-time 5 https://127.0.0.1:6443/livez || true";

        /** Changes nothing. */
        static JoinedDisk look(Guest guest) {
            return of(guest, LOOK);
        }

        /** After ending a kubeadm of a killed hybridlab. */
        static JoinedDisk lookAlone(Guest guest) {
            return of(guest, Guest.END_EARLIER_KUBEADM + LOOK);
        }

        private static JoinedDisk of(Guest guest, String commands) {
            String said = guest.output(commands, "The look for an earlier join", MARKER);
            List<String> lines = said.lines().toList();
            if (lines.size() < 2 || !lines.get(0).equals("begin") || !lines.get(lines.size() - 1).equals("end")) {
                throw guest.unclear("an earlier join", said);
            }
            return new JoinedDisk(value(lines, "marker"), value(lines, "kubelet"), value(lines, "left").isPresent(),
                    lines.stream().anyMatch(line -> line.startsWith("left ") && line.endsWith("/etcd/member")));
        }

        private static Optional<String> value(List<String> lines, String key) {
            return lines.stream().filter(line -> line.startsWith(key + " "))
                    .map(line -> line.substring(key.length() + 1))
                    .findFirst();
        }

        /** @param node present node of the machine */
        EarlierJoin judge(Lab lab, Machine machine, Guest guest, LabCluster cluster, Optional<Node> node) {
            boolean through = isMarked(cluster) || !machine.isControlPlane()
                    || node.filter(Node::controlPlane).isPresent()
                    // Only a live etcd member makes it worth keeping.
                    || kubelet.isPresent() && guest.output(LIVE, "The look at the API server").strip().equals("ok");
            // kubeadm takes the authority from the cluster, where others may have formatted it differently.
            boolean known = lab.joinsExisting() && isMarked(cluster);
            EarlierJoin join = EarlierJoin.of(kubelet.map(text -> known ? cluster.encodedAuthority() : text),
                    left, through, cluster.authority(), node);
            return etcd && join.state() == EarlierJoin.State.HALF
                    ? new EarlierJoin(join.state(), "it has data of etcd, and " + join.reason(), true) : join;
        }

        boolean isMarked(LabCluster cluster) {
            return marker.filter(cluster.authorityFingerprint()::equals).isPresent();
        }
    }
}
