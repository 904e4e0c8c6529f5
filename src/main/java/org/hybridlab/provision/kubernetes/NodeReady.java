package org.hybridlab.provision.kubernetes;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.api.Pod.Container;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.NodeCordon;
import org.hybridlab.provision.context.NodeServices;

/**
 * The node is Ready at the machine's address, with the lab file's labels and taints. After a boot, its kubelet has
 * reported its pods: until then the API server shows the old ones as ready.
 */
public final class NodeReady implements Action {
    /** Running containers, one a line, with sandboxes. */
    private static final String RUNNING = """
            all=$(ctr -n k8s.io tasks ls) || exit
            printf '%s\n' "$all" | awk '$3 == "RUNNING" { print $1 }'
            """;
    private static final String CONTAINERD = "containerd://";

    private final LabContext labContext;
    private final Machine machine;
    private final Duration within;

    public NodeReady(LabContext labContext, Machine machine, Duration within) {
        this.labContext = labContext;
        this.machine = machine;
        this.within = within;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        return judge(labContext.node(machine), context);
    }

    private Probe judge(Optional<Node> node, StepContext context) {
        return node.map(one -> judge(one, context))
                .orElseGet(() -> Probe.absent("the cluster has no node " + machine.name()));
    }

    private Probe judge(Node node, StepContext context) {
        if (!node.ready()) {
            return Probe.absent(machine.name() + " is not Ready");
        }
        String address = node.internalAddress().orElse("none");
        if (!address.equals(machine.address().toString())) {
            return Probe.absent("Ready at %s instead of %s".formatted(address, machine.address()));
        }
        if (NodeCordon.isOn(node)) {
            return Probe.absent("a change of it was interrupted, and no pod may go there");
        }
        return new NodeMarks(machine).difference(node)
                .map(words -> "%s: %s".formatted(machine.name(), words)).or(() -> staleStatus(context))
                .map(Probe::absent).orElseGet(() -> Probe.present("Ready at " + address));
    }

    private String advice() {
        return machine.isSimulated()
                ? "kwok plays it, and says why: hybridlab logs %s %s --unit hybridlab-kwok"
                        .formatted(labContext.word(), labContext.lab().firstControlPlane().name())
                : "Its kubelet says why: hybridlab logs %s %s --unit kubelet"
                        .formatted(labContext.word(), machine.name());
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(4);
    }

    @Override
    public Duration longest() {
        return machine.isWindows() && !machine.isSimulated() ? within.plus(NodeServices.WITHIN) : within;
    }

    @Override
    public void run(StepContext context) {
        if (machine.isWindows() && !machine.isSimulated()) {
            new NodeServices(labContext, machine).start(context);
        }
        Wait.until("node %s is Ready at %s".formatted(machine.name(), machine.address()), within)
                .every(labContext.timeouts().look())
                .orFail("node-not-ready", advice())
                .that(() -> look(context), Probe::isPresent, Probe::reason, context.cancellation());
    }

    private Probe look(StepContext context) {
        if (!labContext.hasCluster()) {
            return probe(context);
        }
        Optional<Node> node = labContext.node(machine);
        Probe seen = judge(node, context);
        if (seen.isPresent()) {
            return seen;
        }
        if (!labContext.remembered().hasBooted(machine.name())) {
            // Before anything else, since an old status could show the plugin's pod as ready.
            bringBackCni(context);
        }
        if (node.filter(NodeCordon::isOn).isPresent()) {
            new NodeCordon(labContext.cluster(), machine.name()).lift();
            return probe(context);
        }
        NodeMarks marks = new NodeMarks(machine);
        if (node.flatMap(marks::difference).isPresent()) {
            marks.apply(labContext.cluster(), node.get());
            return probe(context);
        }
        return seen;
    }

    /** A pod shown as running whose containers do not run. Not for Windows machines. */
    private Optional<String> staleStatus(StepContext context) {
        if (machine.isWindows() || !labContext.remembered().hasBooted(machine.name())) {
            return Optional.empty();
        }
        Map<String, String> pods = new TreeMap<>();
        for (Pod pod : labContext.cluster().podsOn(machine.name())) {
            pod.containers().stream().filter(Container::running).filter(one -> one.id().startsWith(CONTAINERD))
                    .forEach(one -> pods.put(one.id().substring(CONTAINERD.length()), pod.name()));
        }
        if (!pods.isEmpty()) {
            pods.keySet().removeAll(labContext.guest(machine, context)
                    .output(RUNNING, "The look at its containers").lines().toList());
        }
        if (pods.isEmpty()) {
            labContext.remembered().forgetBoot(machine.name());
        }
        return pods.values().stream().findFirst()
                .map("%s is shown as running, but has not started since the boot"::formatted);
    }

    /** The pod network's plugin writes this file only when its pod starts. A deleted file comes back with a new pod. */
    private void bringBackCni(StepContext context) {
        if (machine.isWindows() || machine.isSimulated() || labContext.lab().joinsExisting()) {
            return;
        }
        PodNetworkPlugin plugin = labContext.lab().network().plugin();
        String settings = plugin.files().cniSettings();
        // A ready pod has written it.
        labContext.cluster().pods(plugin.objects().namespace(), plugin.objects().selector()).stream()
                .filter(pod -> pod.ready() && pod.node().equals(Optional.of(machine.name())))
                .filter(pod -> !labContext.guest(machine, context).has(settings))
                .forEach(pod -> {
                    context.line("%s is gone from %s: starting %s there again".formatted(settings, machine.name(),
                            plugin.title()));
                    labContext.cluster().delete(pod);
                });
    }
}
