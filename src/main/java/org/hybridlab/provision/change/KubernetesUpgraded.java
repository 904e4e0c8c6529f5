package org.hybridlab.provision.change;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.NodeCordon;
import org.hybridlab.provision.destroy.LeavingNode;
import org.hybridlab.provision.destroy.NodeDrained;
import org.hybridlab.provision.etcd.EtcdMembership;
import org.hybridlab.provision.kubernetes.NodeRegistration;
import org.hybridlab.provision.render.KubeadmInit;
import org.hybridlab.provision.state.WorkspaceState;
import tools.jackson.databind.json.JsonMapper;

/**
 * The machine runs its version of Kubernetes. Follows kubeadm: upgrade plan and apply on the first control plane,
 * upgrade node elsewhere, then drain, replace the kubelet, uncordon. Each part probes first, so a killed run can
 * continue.
 */
final class KubernetesUpgraded extends InMachine {
    private static final String PROGRAMS = "/usr/local/bin/";
    private static final String API_SERVER = "/etc/kubernetes/manifests/kube-apiserver.yaml";
    /** The version for which {@code kubeadm upgrade} succeeded; the machine writes it in the same command. */
    private static final String MARKER = "/etc/kubernetes/hybridlab-upgraded";
    /** Its time is the start of the upgrade. */
    private static final String BEGUN = "/etc/kubernetes/hybridlab-upgrading";
    /**
     * Deletes this upgrade's backup of etcd, which kubeadm never removes. It is as large as etcd, and part of each
     * snapshot. Keeps older ones.
     */
    static final String REMOVE_BACKUPS = """
            [ ! -e %1$s ] || find /etc/kubernetes/tmp -maxdepth 1 -name 'kubeadm-backup-etcd-*' -newer %1$s \
                -exec rm -rf {} +
            rm -f %1$s""".formatted(BEGUN);
    private static final String LOOK = """
            echo "kubelet $(%1$skubelet --version)"
            echo "kubeadm $(%1$skubeadm version --output short)"
            echo "upgraded $(cat %2$s 2> /dev/null)"
            [ ! -e %3$s ] || echo "api $(sed -n 's/.*image: .*kube-apiserver://p' %3$s)"
            %4$s
            echo end""".formatted(PROGRAMS, MARKER, API_SERVER, LostMachines.LOOK);
    /** kubeadm knows only its own versions of CoreDNS, and does not apply it here. */
    private static final List<String> OF_COREDNS = List.of("CoreDNSUnsupportedPlugins", "CoreDNSMigration");
    /** kubeadm's settings for joins and upgrades. */
    private static final String SETTINGS = "/api/v1/namespaces/kube-system/configmaps/kubeadm-config";
    private static final Pattern ETCD_TAG = Pattern.compile("(?m)(^etcd:\\n(?: .*\\n)*? +imageTag: ).*");
    private static final Duration QUICK = Duration.ofMinutes(1);
    private static final Duration UPLOAD = Duration.ofMinutes(10);
    /** kubeadm restarts them one after the other. */
    private static final int STATIC_PODS = 4;

    private final List<Machine> controlPlanes;

    /** @param controlPlanes those that existed before this run */
    KubernetesUpgraded(LabContext labContext, Machine machine, List<Machine> controlPlanes) {
        super(labContext, machine);
        this.controlPlanes = controlPlanes;
    }

    @Override
    public boolean mayDestroy() {
        return true;
    }

    @Override
    public Probe look(StepContext context) {
        List<String> seen = seen(labContext.guest(machine, context), LOOK);
        List<String> differences = differences(seen, labContext.node(machine));
        if (differences.isEmpty()) {
            return Probe.present("all of it is " + tag());
        }
        Probe absent = Probe.absent(String.join(", ", differences));
        return seen.contains(LostMachines.UNJOINED) ? absent : absent.destroying(destruction());
    }

    @Override
    public Optional<String> destroysUnseen() {
        return Optional.of(destruction());
    }

    private List<String> differences(List<String> seen, Optional<Node> node) {
        if (seen.contains(LostMachines.UNJOINED) && hasPrograms(seen)) {
            // Its join brings the version.
            return List.of();
        }
        List<String> differences = new ArrayList<>();
        if (!seen.contains("kubelet Kubernetes " + tag())) {
            differences.add("its kubelet is another one");
        }
        if (!seen.contains("kubeadm " + tag())) {
            differences.add("its kubeadm is another one");
        }
        if (machine.isControlPlane() && !seen.contains("api " + tag())) {
            differences.add("its API server is another one");
        }
        String running = node.map(Node::kubelet).orElse("unknown");
        if (!running.equals(tag())) {
            differences.add("its node's kubelet is " + running);
        }
        if (node.filter(NodeCordon::isOn).isPresent()) {
            differences.add("it is cordoned");
        }
        return differences;
    }

    private boolean hasPrograms(List<String> seen) {
        return seen.contains("kubelet Kubernetes " + tag()) && seen.contains("kubeadm " + tag());
    }

    private List<String> seen(Guest guest, String commands) {
        String said = guest.output(commands, "The look at the version");
        List<String> lines = said.lines().map(String::strip).toList();
        if (lines.isEmpty() || !lines.get(lines.size() - 1).equals("end")) {
            throw guest.unclear("its version of Kubernetes", said);
        }
        return lines;
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(machine.isControlPlane() ? 90 : 30);
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().kubeadm().multipliedBy(STATIC_PODS + 1).plus(NodeDrained.WITHIN)
                .plus(labContext.timeouts().nodeReady()).plus(UPLOAD.multipliedBy(2));
    }

    @Override
    public void run(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        if (differences(seen(guest, LOOK), labContext.cluster().node(machine.name())).isEmpty()) {
            context.line("all of it is " + tag() + " already");
            return;
        }
        List<String> seen = seen(guest, Guest.END_EARLIER_KUBEADM + LOOK);
        if (!seen.contains(LostMachines.UNJOINED)) {
            context.destroys(destruction());
        }
        Bundle bundle = labContext.bundles().of(machine, LabBundles.fetching(context));
        if (!seen.contains("kubeadm " + tag())) {
            program(guest, bundle, "kubeadm");
        }
        if (seen.contains(LostMachines.UNJOINED)) {
            program(guest, bundle, "kubectl");
            program(guest, bundle, "kubelet");
            context.line(machine.name() + " is part of no cluster: it joins with " + tag());
            return;
        }
        if (!seen.contains("upgraded " + tag())) {
            kubeadm(guest, bundle, context);
        }
        if (!seen.contains("kubelet Kubernetes " + tag()) || !runs()) {
            new NodeDrained(new LeavingNode(labContext.created(), machine.name(), true),
                    labContext.timeouts().nodeLost()).run(context);
            program(guest, bundle, "kubectl");
            program(guest, bundle, "kubelet");
            guest.must("systemctl", "restart", "kubelet");
        }
        new NodeSteady(labContext, machine).await(context);
        new WorkspaceState(labContext.workspace()).changeLab(lab -> lab.withMachine(machine.name(),
                old -> old.withKubernetes(machine.kubernetes().toString())));
        new NodeCordon(labContext.cluster(), machine.name()).lift();
        // The upgrade is done, even if this fails.
        guest.root(QUICK, "sh", "-c", REMOVE_BACKUPS);
    }

    private void kubeadm(Guest guest, Bundle bundle, StepContext context) {
        new LostMachines(labContext, context).forget(controlPlanes, machine);
        // kubeadm reads from the node what it is to upgrade.
        new NodeRegistration(labContext, machine, context).ensure(guest);
        List<String> checks = new ArrayList<>(labContext.facts().ignoredPreflight());
        checks.addAll(OF_COREDNS);
        String ignored = "--ignore-preflight-errors=" + String.join(",", checks);
        boolean first = machine.equals(labContext.lab().firstControlPlane());
        if (first) {
            must(guest, "kubeadm upgrade plan %s %s".formatted(tag(), ignored), "plan");
            new WorkspaceState(labContext.workspace()).changeLab(lab -> lab.withUpgrade(
                    labContext.lab().kubernetes()));
            nameEtcd(bundle.image("etcd").tag());
        }
        String patches = "$([ ! -d %1$s ] || echo --patches %1$s)".formatted(KubeadmInit.PATCHES);
        String upgrade = first ? "kubeadm upgrade apply %s --yes".formatted(tag()) : "kubeadm upgrade node";
        // `up` applies kube-proxy and CoreDNS itself, once all control planes are upgraded.
        String begin = "{ [ -e %1$s ] || touch %1$s; }".formatted(BEGUN);
        must(guest, "%s && %s %s --skip-phases=addon %s && printf %%s %s > %s".formatted(begin, upgrade, ignored,
                patches, tag(), MARKER), first ? "apply" : "node");
        if (machine.isControlPlane()) {
            labContext.cluster().awaitApi(labContext.timeouts().kubeadm(), context.cancellation());
        }
    }

    /** kubeadm keeps to the image of etcd that its settings name, and the machine has that of the new release. */
    private void nameEtcd(String tag) {
        ApiServer api = labContext.cluster().api();
        String settings = api.find(SETTINGS).map(object -> object.at("/data/ClusterConfiguration").asString(""))
                .orElse("");
        String changed = ETCD_TAG.matcher(settings).replaceFirst("$1" + tag);
        if (!changed.equals(settings)) {
            api.merge(SETTINGS, JsonMapper.shared().writeValueAsString(
                    Map.of("data", Map.of("ClusterConfiguration", changed))));
        }
    }

    private void must(Guest guest, String command, String what) {
        guest.root(labContext.timeouts().kubeadm().multipliedBy(STATIC_PODS), "sh", "-c", command)
                .orFail("kubeadm-upgrade-failed", "kubeadm upgrade %s failed on %s.".formatted(what, machine.name()),
                        "The cluster goes on as it is. Read what kubeadm said, then run `hybridlab up %s` again."
                                .formatted(labContext.word()));
    }

    private void program(Guest guest, Bundle bundle, String name) {
        Path program = bundle.file(name);
        guest.upload(program, PROGRAMS + name, "0755", UPLOAD);
    }

    private boolean runs() {
        return labContext.cluster().node(machine.name()).filter(node -> node.kubelet().equals(tag())).isPresent();
    }

    private String destruction() {
        return "drain %s to change its kubelet: its pods end, with what they keep in emptyDir volumes".formatted(
                machine.name());
    }

    private String tag() {
        return machine.kubernetes().tag();
    }

    /**
     * Control planes that were removed outside hybridlab, and are recreated. kubeadm upgrades nothing while a node is
     * not Ready or a member is silent, and they join with the new version only.
     */
    record LostMachines(LabContext labContext, StepContext context) {
        /** Output of {@link #LOOK} from a machine without a cluster. */
        static final String UNJOINED = "unjoined";
        static final String LOOK = "k=/etc/kubernetes; [ -e $k/kubelet.conf ] || [ -e $k/hybridlab-joined ] "
                + "|| [ -e $k/hybridlab-initialised ] || echo " + UNJOINED;

        /** Removes their remains from the cluster. @param controlPlanes that may be lost; a new one has no remains */
        void forget(List<Machine> controlPlanes, Machine upgrading) {
            controlPlanes.stream().filter(one -> !one.equals(upgrading))
                    .filter(one -> labContext.states(context.cancellation()).isRunning(one))
                    .filter(this::isLost).forEach(this::forgetLost);
        }

        private boolean isLost(Machine machine) {
            Guest guest = labContext.guest(machine, context);
            return guest.output(LOOK + "; echo end", "The look for a cluster").lines().anyMatch(UNJOINED::equals);
        }

        private void forgetLost(Machine lost) {
            context.line("%s was made again: taking what is left of the one before out".formatted(lost.name()));
            if (!labContext.lab().hasExternalEtcd()) {
                EtcdMembership members = new EtcdOthers(labContext, lost.name()).staying(context);
                members.of(lost).ifPresent(members::remove);
            }
            labContext.changes().forgetNode(lost);
        }
    }
}
