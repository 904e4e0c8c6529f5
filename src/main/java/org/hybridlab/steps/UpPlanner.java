package org.hybridlab.steps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.lab.App;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Plan;
import org.hybridlab.plan.Step;

/**
 * The plan of {@code up}. It reads like the chapter: machines, etcd, control plane, pod network, joins, apps; what
 * needs what is all that keeps steps from running at the same time.
 */
public final class UpPlanner {
    /** If this one fails, nothing of the lab stands on the host. */
    public static final String HOST_NETWORK = "host-network-ready";
    static final String CLUSTER_KNOWN = "cluster-known";
    /** The bundle may have to be built from sources, on a host that does other things as well. */
    private static final Duration GETTING = Duration.ofMinutes(60);

    private final LabTools tools;
    private final Lab lab;
    private final List<Step> steps = new ArrayList<>();

    private UpPlanner(LabTools tools) {
        this.tools = tools;
        this.lab = tools.lab();
    }

    /** Pure: touches neither the host nor a machine. */
    public static Plan plan(LabTools tools) {
        UpPlanner planner = new UpPlanner(tools);
        planner.bundleAndBox();
        planner.machines();
        planner.cluster();
        planner.joins();
        planner.windows();
        planner.museum();
        planner.simulation();
        planner.gateways();
        planner.apps();
        return new Plan(planner.steps);
    }

    private void bundleAndBox() {
        if (tools.boxes().needsBox()) {
            add(StepBuilder.step("box-ready", "Have the box of the machines")
                    .timeout(GETTING)
                    .inputs(tools.boxes().box().name())
                    .action(new BoxReady(tools)));
        }
        if (tools.boxes().needsKit()) {
            add(StepBuilder.step("kit-ready", "Have what stock boxes lack")
                    .timeout(GETTING)
                    .inputs(tools.boxes().kit().name())
                    .action(new KitReady(tools.boxes().kit())));
        }
        add(StepBuilder.step(HOST_NETWORK, "Make the lab's network on the host")
                .needs(lab.joinsExisting() ? Set.of(CLUSTER_KNOWN) : Set.of())
                .inputs(lab.network().machines())
                .action(new HostNetworkReady(tools)));
    }

    private void machines() {
        for (Machine machine : lab.madeMachines()) {
            add(StepBuilder.step("machine-running", "Start " + machine.name()).about(machine)
                    .needs(tools.boxes().takesBox(machine) ? Set.of("box-ready", HOST_NETWORK) : Set.of(HOST_NETWORK))
                    .permit(Permits.MACHINE_CREATE)
                    .timeout(tools.pace().machineStart())
                    .retry(LabTools.VAGRANT_RETRY)
                    .inputs(madeOf(machine), lab.network().machines())
                    .action(new MachineRunning(tools, machine)));
        }
        for (Machine machine : linux(lab.machines())) {
            if (tools.boxes().takesKit(machine)) {
                add(StepBuilder.step("machine-equipped", "Install what " + machine.name() + " lacks").about(machine)
                        .needs("kit-ready", id("machine-running", machine))
                        .timeout(tools.pace().equipping())
                        .retry(LabTools.NETWORK_RETRY)
                        .inputs(MachineEquipped.fingerprint(tools, machine))
                        .action(new MachineEquipped(tools, machine)));
            }
            add(StepBuilder.step("machine-prepared", "Prepare " + machine.name()).about(machine)
                    .needs(id(tools.boxes().takesKit(machine) ? "machine-equipped" : "machine-running", machine))
                    .timeout(tools.pace().script())
                    .inputs(tools.files().prepare().get(machine.name()))
                    .action(new MachinePrepared(tools, machine)));
        }
        if (!lab.registries().isEmpty()) {
            lab.madeMachines().forEach(this::registries);
        }
    }

    /** Before anything may be pulled, and on Windows once there is a containerd. */
    private void registries(Machine machine) {
        add(StepBuilder.step("registries-known", "Tell containerd on " + machine.name() + " of registries")
                .about(machine)
                .needs(id(machine.isWindows() ? "containerd-running" : "machine-prepared", machine))
                .timeout(tools.pace().script())
                .retry(LabTools.NETWORK_RETRY)
                .inputs(tools.files().registries())
                .action(new RegistriesKnown(tools, machine)));
    }

    /** Where machines take the host's memory and processors as they need them, they are made with no measure of it. */
    private Object madeOf(Machine machine) {
        return tools.provider().name().traits().sharesHostMemory()
                ? List.of(machine.name(), machine.box(), machine.address()) : machine;
    }

    /** The step after which there is a cluster to join. */
    static String clusterIsThere(Lab lab) {
        return lab.joinsExisting() ? CLUSTER_KNOWN : id("control-plane-initialised", lab.firstControlPlane());
    }

    /** The step after which it has flannel. */
    static String podNetworkIsThere(Lab lab) {
        return lab.joinsExisting() ? CLUSTER_KNOWN : "pod-network-applied";
    }

    /** What machines join: etcd, control plane, pod network, addons; or what is there of others. */
    private void cluster() {
        steps.addAll(ClusterChapter.of(tools));
        steps.addAll(MetricsChapter.of(tools));
    }

    private void joins() {
        for (Machine machine : linux(lab.nodesOfOtherVersions())) {
            add(StepBuilder.step("kubelet-in-place", "Give %s the kubelet %s".formatted(machine.name(),
                            machine.kubernetes())).about(machine)
                    .needs(readyForKubeadm(lab, machine))
                    .timeout(GETTING)
                    .retry(LabTools.NETWORK_RETRY)
                    .inputs(machine.kubernetes())
                    .action(new KubeletInPlace(tools, machine)));
        }
        for (Machine machine : linux(lab.joining())) {
            StepBuilder join = StepBuilder.step("node-joined", "Join " + machine.name()).about(machine)
                    .needs(readyToJoin(machine), clusterIsThere(lab))
                    .timeout(tools.pace().kubeadm())
                    .retry(LabTools.NETWORK_RETRY)
                    .inputs(machine)
                    .action(new NodeJoined(tools, machine));
            add(machine.isControlPlane() ? join.permit(Permits.ETCD_MEMBER) : join);
        }
        for (Machine machine : linux(lab.nodes())) {
            add(StepBuilder.step("node-ready", "Wait until " + machine.name() + " is Ready").about(machine)
                    .needs(joined(lab, machine), podNetworkIsThere(lab))
                    .timeout(tools.pace().nodeReady())
                    .inputs(machine)
                    .action(new NodeReady(tools, machine, tools.pace().nodeReady())));
        }
    }

    /** Windows machines: prepare -> reboot -> containerd -> join -> overlay -> node ready -> HNS network. */
    private void windows() {
        steps.addAll(WindowsChapter.of(tools));
    }

    /** What a time that is over did otherwise. */
    private void museum() {
        steps.addAll(ClassicChapter.of(tools));
    }

    /** Machines of which there is a node only. */
    private void simulation() {
        steps.addAll(SimulationChapter.of(tools));
    }

    /** Of the pods of Windows machines without flannel, in network modes that have such. */
    private void gateways() {
        if (lab.gateways().isEmpty()) {
            return;
        }
        for (Machine machine : lab.windowsMachines()) {
            add(StepBuilder.step("gateway-held", "Give the pods of " + machine.name() + " their gateway").about(machine)
                    .needs(id(machine.isSimulated() ? "node-simulated" : "node-joined", machine))
                    .needs(linux(lab.nodes()).stream().map(one -> id("machine-prepared", one))
                            .collect(Collectors.toSet()))
                    .timeout(tools.pace().kubeadm())
                    .inputs(machine, lab.gateways())
                    .action(new GatewayHeld(tools, machine)));
        }
    }

    private void apps() {
        for (App app : lab.apps()) {
            add(StepBuilder.step("app-applied", "Apply the app " + app.name()).about(app)
                    .needs(whenAppsMayCome())
                    .timeout(tools.pace().apply())
                    .inputs(app, tools.files().manifest(app))
                    .action(new AppApplied(tools, app)));
            add(StepBuilder.step("app-ready", "Wait until the app " + app.name() + " is ready").about(app)
                    .needs(allNodesReady())
                    .needs(addonsAreThere(), "app-applied/" + app.name())
                    .timeout(AppReady.within(tools))
                    .inputs(app)
                    .action(new AppReady(tools, app)));
        }
    }

    /**
     * At once, so that pods are there when nodes are. With untainted control planes only when all nodes are Ready: the
     * first of them would else get all the pods.
     */
    private Set<String> whenAppsMayCome() {
        return lab.untaint() ? allNodesReady() : Set.of(clusterIsThere(lab));
    }

    private Set<String> allNodesReady() {
        Stream<String> untainted = lab.untaint() ? Stream.of("control-plane-untainted") : Stream.of();
        Stream<String> ready = Stream.concat(lab.nodes().stream().map(machine -> id("node-ready", machine)), untainted);
        Stream<String> gateways = lab.gateways().isEmpty() ? Stream.of()
                : lab.windowsMachines().stream().map(machine -> id("gateway-held", machine));
        return Stream.of(ready, WindowsChapter.ends(lab), gateways).flatMap(ids -> ids).collect(Collectors.toSet());
    }

    /** The step after which kube-proxy and CoreDNS are in the cluster; of old, kubeadm's init brought them. */
    private String addonsAreThere() {
        return lab.joinsExisting() || ClassicRendering.isOf(lab) ? clusterIsThere(lab) : "addons-applied";
    }

    private static List<Machine> linux(List<Machine> machines) {
        return machines.stream().filter(machine -> !machine.isWindows()).toList();
    }

    /** The step after which kubeadm may run on the machine. */
    static String readyForKubeadm(Lab lab, Machine machine) {
        if (ClassicRendering.isOf(lab)) {
            return id("machine-equipped", machine);
        }
        return id(lab.registries().isEmpty() ? "machine-prepared" : "registries-known", machine);
    }

    private String readyToJoin(Machine machine) {
        return lab.nodesOfOtherVersions().contains(machine) ? id("kubelet-in-place", machine)
                : readyForKubeadm(lab, machine);
    }

    /** The step after which the cluster has the machine's node. */
    static String joined(Lab lab, Machine machine) {
        return id(lab.joining().contains(machine) ? "node-joined" : "control-plane-initialised", machine);
    }

    static String id(String kind, Machine machine) {
        return kind + "/" + machine.name();
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }
}
