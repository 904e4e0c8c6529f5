package org.hybridlab.provision.kubernetes;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.etcd.Etcd;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdClientKeys;
import org.hybridlab.provision.render.KubeadmInit;

/**
 * {@code kubeadm init} has succeeded, the API server answers, the node exists, and the administrator's kubeconfig is in
 * the workspace (0600) and in the vagrant user's home.
 */
final class ControlPlaneInitialised implements Action {
    /**
     * Ends with the phases that its settings skip. The machine writes the mark, since the caller may be gone by then.
     */
    static final String INIT = ResourceText.of(ControlPlaneInitialised.class, "init.sh");
    private static final String LOST = ResourceText.of(ControlPlaneInitialised.class, "lost-manifests.sh");
    /** Without one of them no wait helps. */
    static final String MANIFESTS = LOST + ResourceText.of(ControlPlaneInitialised.class, "write-manifests.sh");

    private final LabContext labContext;
    private final Machine machine;
    private final LeavingHolders holders;

    /** @param leaving control planes that the lab file no longer names */
    ControlPlaneInitialised(LabContext labContext, Set<String> leaving) {
        this.labContext = labContext;
        this.machine = labContext.lab().firstControlPlane();
        this.holders = new LeavingHolders(labContext, machine, leaving);
    }

    @Override
    public boolean mayDestroy() {
        return true;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return unknown(context);
        }
        MachineState state = labContext.states(context.cancellation()).of(machine);
        if (!labContext.lab().hasSeveralControlPlanes() && !state.isRunning()) {
            Probe off = Probe.absent(machine.name() + " is not running");
            return state.isAbsent() ? replaced(off, context) : off;
        }
        if (!labContext.cluster().isReady(labContext.timeouts().apiAnswer(), context.cancellation())) {
            Probe silent = Probe.absent("the API server at %s does not answer with this kubeconfig"
                    .formatted(labContext.lab().apiAddress()));
            return !labContext.lab().hasSeveralControlPlanes()
                    && EarlierInit.glance(labContext.guest(machine, context), labContext).state()
                    == EarlierInit.State.NONE ? replaced(silent, context) : silent;
        }
        // With several control planes, the API server's answer does not prove that this machine is one.
        if (labContext.lab().hasSeveralControlPlanes()
                && !labContext.guest(machine, context).has(KubeadmInit.MARKER)) {
            return Probe.absent(machine.name() + " is not part of the control plane");
        }
        if (labContext.node(machine).isEmpty()) {
            return Probe.absent("the API server answers, but the cluster has no node of " + machine.name());
        }
        List<String> lost = lost(labContext.guest(machine, context));
        return lost.isEmpty() ? Probe.present("the API server answers")
                : Probe.absent("%s lacks the manifest of %s".formatted(machine.name(), String.join(" and ", lost)));
    }

    private Probe unknown(StepContext context) {
        Probe unknown = Probe.absent("the workspace has no kubeconfig of the cluster");
        MachineState state = labContext.states(context.cancellation()).of(machine);
        boolean alone = hadCluster() && !labContext.lab().hasSeveralControlPlanes();
        if (state.isAbsent() && alone) {
            return replaced(unknown, context);
        }
        if (!state.isRunning() || !labContext.workspace().sshConfig(machine.name()).toFile().isFile()) {
            return unknown;
        }
        EarlierInit earlier = EarlierInit.glance(labContext.guest(machine, context), labContext);
        return alone && earlier.state() == EarlierInit.State.NONE ? replaced(unknown, context)
                : unknown.destroying(earlier.worth().map(this::reset));
    }

    /** A lost kubeconfig is no lost cluster. */
    private boolean hadCluster() {
        return labContext.created().cluster().wasKnown();
    }

    private String reset(String why) {
        return "reset %s: %s".formatted(machine.name(), why);
    }

    /** Not while other control planes may have the cluster: {@link #run} reports that instead. */
    private Probe replaced(Probe seen, StepContext context) {
        return holders.there(context).isEmpty() ? seen.destroying(newCluster()) : seen;
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(12);
    }

    @Override
    public Duration longest() {
        return labContext.lab().hasSeveralControlPlanes()
                ? new NodeJoined(labContext, machine).longest().plus(labContext.timeouts().kubeadm())
                        .plus(labContext.timeouts().nodeReady())
                : labContext.timeouts().kubeadm().multipliedBy(3);
    }

    @Override
    public void run(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        EarlierInit earlier = EarlierInit.look(guest, labContext, context);
        boolean done = earlier.state() == EarlierInit.State.DONE && !isHalfJoined(guest);
        if (done) {
            manifests(guest);
        } else {
            initialise(guest, earlier, context);
        }
        labContext.keepCluster(KubeConfig.parse(guest.output(KubeadmInit.HAND_OVER, "Handing over the kubeconfig"))
                .mustLeadTo("https://" + labContext.lab().apiAddress() + ":6443"));
        if (!done) {
            labContext.cluster().awaitApi(labContext.timeouts().kubeadm(), context.cancellation());
            return;
        }
        labContext.cluster().awaitServing(labContext.timeouts().kubeadm(), context.cancellation());
        new NodeRegistration(labContext, machine, context).ensure(guest);
        if (!labContext.lab().hasSeveralControlPlanes()) {
            labContext.cluster().leaderLeases().endLeft(context::line);
        }
    }

    /** It has the first files of a join. The join itself knows the rest. */
    private boolean isHalfJoined(Guest guest) {
        return labContext.lab().hasSeveralControlPlanes() && labContext.hasCluster()
                && !guest.has(KubeadmInit.MARKER);
    }

    private List<String> lost(Guest guest) {
        return guest.output(LOST + "lost", "The look at " + machine.name()).lines().toList();
    }

    private void manifests(Guest guest) {
        if (lost(guest).isEmpty()) {
            return;
        }
        if (!guest.has(KubeadmInit.CONFIG)) {
            // It joined the cluster.
            guest.write(KubeadmInit.CONFIG, labContext.files().kubeadmInit(), "0600");
        }
        guest.root(labContext.timeouts().kubeadm(), "sh", "-c", MANIFESTS, "sh", KubeadmInit.CONFIG)
                .orFail("control-plane-manifest-missing", "%s lacks a manifest of the control plane."
                        .formatted(machine.name()), "Put the file back into /etc/kubernetes/manifests. If more is "
                        + "gone, as after `kubeadm reset`, make the machine again: hybridlab destroy %s, then "
                        .formatted(labContext.word() + (labContext.lab().hasSeveralControlPlanes()
                                ? " " + machine.name() : "")) + "hybridlab up " + labContext.word());
    }

    private void initialise(Guest guest, EarlierInit earlier, StepContext context) {
        // A cluster of other control planes is never replaced by a new one.
        if (labContext.lab().hasSeveralControlPlanes()
                && (labContext.hasCluster() || new PeerCluster(labContext, machine, context).keep())) {
            join(context);
            return;
        }
        holders.mustBeNone(context);
        if (hadCluster() && earlier.state() == EarlierInit.State.NONE) {
            context.destroys(newCluster());
        }
        if (earlier.state() == EarlierInit.State.HALF) {
            earlier.worth().map(this::reset).ifPresent(context::destroys);
            guest.line("Resetting %s: %s".formatted(machine.name(), earlier.worth().orElse(
                    "an earlier init did not get through")));
            guest.resetKubeadm(labContext.timeouts().kubeadm());
        }
        if (labContext.lab().hasExternalEtcd()) {
            new ExternalEtcd(labContext, context).prepare(guest, earlier.state() == EarlierInit.State.HALF);
        }
        guest.write(KubeadmInit.CONFIG, labContext.files().kubeadmInit(), "0600");
        guest.root(labContext.timeouts().kubeadm(), "sh", "-c", INIT, "sh", KubeadmInit.PATCHES, KubeadmInit.CONFIG,
                        KubeadmInit.MARKER)
                .orFail("kubeadm-init-failed", "kubeadm init failed on %s.".formatted(machine.name()),
                        "Read the kubelet's log: hybridlab logs %s %s --unit kubelet"
                                .formatted(labContext.word(), machine.name()));
    }

    private void join(StepContext context) {
        try {
            new NodeJoined(labContext, machine).run(context);
        } catch (LabException e) {
            if (e.id().equals(ControlPlanePeers.GONE)) {
                holders.mustBeNone(context);
            }
            throw e;
        }
    }

    /** The only control plane's loss is the cluster's loss. Its machines join the next one. */
    private String newCluster() {
        String others = labContext.lab().joining().stream().map(Machine::name).collect(Collectors.joining(", "));
        return "make a new cluster, as %s is gone and the one before was on it%s".formatted(machine.name(),
                others.isEmpty() ? "" : "; these join it, and are reset if they were in the one before: " + others);
    }

    /**
     * Control planes outside of the lab file that hold the cluster while its first one is lost. A new init would
     * replace the cluster and empty its etcd.
     *
     * @param first control plane of the lab file
     * @param leaving joined ones that leave, with or without machines
     */
    record LeavingHolders(LabContext labContext, Machine first, Set<String> leaving) {
        List<String> there(StepContext context) {
            return leaving.stream().filter(name -> !labContext.created().state(name, context.cancellation()).isAbsent())
                    .sorted().toList();
        }

        /** @throws LabException {@code control-plane-gone} if there is one */
        void mustBeNone(StepContext context) {
            List<String> there = there(context);
            if (!there.isEmpty()) {
                throw LabException.labFailed(ControlPlanePeers.GONE,
                        "%s is lost, and the cluster lives on %s, which the lab file no longer names."
                                .formatted(first.name(), String.join(", ", there)),
                        "Put %s back into the lab file and run `hybridlab up %s`: %s joins again. Then take %s out."
                                .formatted(there.get(0), labContext.word(), first.name(), there.get(0)));
            }
        }
    }

    /**
     * The cluster of other control planes, if the first one is empty and the workspace lost its kubeconfig. A new init
     * would make a second cluster.
     */
    record PeerCluster(LabContext labContext, Machine first, StepContext context) {
        private static final String LOOK = "echo begin; cat /etc/kubernetes/admin.conf 2> /dev/null; echo end";

        /**
         * Writes that cluster's kubeconfig to the workspace, if there is one.
         *
         * @throws org.hybridlab.common.error.LabException if an existing machine does not tell, or the cluster does not
         * answer
         */
        boolean keep() {
            for (Machine peer : labContext.lab().machines(Role.CONTROL_PLANE)) {
                Optional<KubeConfig> found = peer.equals(first) || isNew(peer) ? Optional.empty() : kubeconfig(peer);
                if (found.isPresent()) {
                    labContext.keepCluster(found.get());
                    context.line("%s holds the lab's cluster: its kubeconfig is here again".formatted(peer.name()));
                    labContext.cluster().awaitApi(labContext.timeouts().nodeReady(), context.cancellation());
                    return true;
                }
            }
            return false;
        }

        /** Whether it cannot have a cluster: no machine, or never reached. */
        private boolean isNew(Machine peer) {
            MachineState state = labContext.states(context.cancellation()).of(peer);
            return state.isAbsent() || !Files.isRegularFile(labContext.workspace().sshConfig(peer.name()));
        }

        private Optional<KubeConfig> kubeconfig(Machine peer) {
            // A machine that starts in parallel has ssh settings before it answers.
            labContext.shell(peer).awaitReady(labContext.timeouts().answer(peer), context.cancellation());
            Guest guest = labContext.guest(peer, context);
            String said = guest.output(LOOK, "The look for a cluster").strip();
            if (!said.startsWith("begin") || !said.endsWith("end")) {
                throw guest.unclear("a cluster", said);
            }
            String kubeconfig = said.substring("begin".length(), said.length() - "end".length()).strip();
            return kubeconfig.isEmpty() ? Optional.empty() : Optional.of(KubeConfig.parse(kubeconfig)
                    .mustLeadTo("https://" + labContext.lab().apiAddress() + ":6443"));
        }
    }

    static final class ExternalEtcd {
        private static final String EMPTY = ResourceText.of(ExternalEtcd.class, "empty-etcd.sh");
        private static final String FIRST_KEY =
                String.join(" ", Etcd.ETCDCTL) + " get \"\" --prefix --keys-only --limit=1";

        private final Machine machine;
        private final Guest guest;
        private final StepContext context;

        ExternalEtcd(LabContext labContext, StepContext context) {
            this.machine = labContext.lab().etcdMembers().get(0);
            this.guest = labContext.guest(machine, context);
            this.context = context;
        }

        /**
         * Empties etcd, and gives the control plane its client certificate.
         *
         * @param half whether an incomplete init on the control plane wrote the data
         */
        void prepare(Guest controlPlane, boolean half) {
            if (!guest.output(FIRST_KEY, "The look at what etcd holds").isBlank()) {
                if (!half) {
                    context.destroys("empty etcd, which holds what an earlier control plane wrote; a copy stays on "
                            + machine.name());
                }
                String saved = guest.output(EMPTY, "Emptying etcd", Etcd.ETCDCTL.toArray(String[]::new)).strip();
                context.line("etcd held what an earlier control plane wrote; that is saved on %s as %s"
                        .formatted(machine.name(), saved));
            }
            EtcdClientKeys.bring(guest, controlPlane);
        }
    }
}
