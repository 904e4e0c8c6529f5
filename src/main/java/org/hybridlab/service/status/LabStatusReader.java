package org.hybridlab.service.status;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.NodeUsage;
import org.hybridlab.cluster.api.Rollout;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.api.ProviderTool;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.state.AppliedObjects;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.MachineStates;
import org.hybridlab.provision.state.WorkspaceState;

/**
 * Reads a lab's status: asks the provider, API server and kubelets at the same time, then each etcd machine. What does
 * not answer soon is unknown. Reusable.
 */
public final class LabStatusReader {
    private static final Duration ANSWER = Duration.ofSeconds(5);
    /** Each question to a provider starts a program. */
    private static final Duration PROVIDERS_ANSWER = Duration.ofSeconds(10);
    private static final int WIDTH = 8;
    private static final int ETCD_PORT = 2379;

    private final OpenLab open;
    private final Optional<KnownLab> known;
    private final Provider provider;
    private final LabCluster cluster;
    private final Predicate<Machine> etcd;
    private final Duration patience;
    private final Duration providersPatience;

    /** @param known the lab's record on this host; empty: it has no machines here, and nothing is asked */
    public LabStatusReader(OpenLab open, Optional<KnownLab> known, Provider provider) {
        this(open, known, provider, new LabCluster(open.workspace(), kubeconfig -> Cluster.of(kubeconfig, ANSWER)),
                LabStatusReader::takesRequests, ANSWER, PROVIDERS_ANSWER);
    }

    /**
     * @param cluster with short timeouts
     * @param etcd whether a machine's etcd answers
     * @param patience for all objects of an app
     * @param providersPatience for the states of all machines
     */
    public LabStatusReader(OpenLab open, Optional<KnownLab> known, Provider provider, LabCluster cluster,
                           Predicate<Machine> etcd, Duration patience, Duration providersPatience) {
        this.etcd = etcd;
        this.patience = patience;
        this.providersPatience = providersPatience;
        this.open = open;
        this.known = known;
        this.provider = provider;
        this.cluster = cluster;
    }

    /** @param failures of the provider */
    public record Reading(LabStatus status, List<LabException> failures) {
    }

    private record ClusterView(Optional<Map<String, Node>> nodes, Map<String, NodeUsage> usage,
                               Optional<List<String>> waiting, Map<String, List<String>> lost,
                               List<String> unknown) {
        static ClusterView unknown(String... why) {
            return new ClusterView(Optional.empty(), Map.of(), Optional.empty(), Map.of(), List.of(why));
        }
    }

    private record Answer<T>(T found, Optional<String> unknown) {
        static <T> Answer<T> of(T found) {
            return new Answer<>(found, Optional.empty());
        }
    }

    public Reading read(Cancellation cancellation) {
        if (known.isEmpty()) {
            return new Reading(status(Optional.of(Map.of()), new ClusterView(Optional.of(Map.of()), Map.of(),
                    Optional.empty(), Map.of(), List.of()), Set.of()), List.of());
        }
        try (Parallel parallel = new Parallel(WIDTH, cancellation)) {
            CompletableFuture<ClusterView> asked = parallel.begin(() -> ask(parallel));
            List<LabException> failures = new ArrayList<>();
            Optional<Map<String, MachineState>> states = states(cancellation, failures);
            // Otherwise each request takes as long as the network's own timeout.
            boolean mayAnswer = states.isEmpty() || new MachineStates(states.get()).mayServeApi(open.lab());
            ClusterView view = mayAnswer ? Parallel.join(asked) : ClusterView.unknown(
                    "The nodes are unknown, because no control plane runs.");
            List<Machine> stores = open.lab().machines(Role.ETCD).stream()
                    .filter(machine -> states.isEmpty() || isRunning(states.get(), machine)).toList();
            Set<String> silent = parallel.map(stores, machine -> etcd.test(machine) ? "" : machine.name()).stream()
                    .collect(Collectors.toSet());
            return new Reading(status(states, view, silent), failures);
        }
    }

    /** False at times if systemd restarts etcd in a loop, which closes the port. */
    private static boolean takesRequests(Machine etcd) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(etcd.address().toString(), ETCD_PORT), (int) ANSWER.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private Optional<Map<String, MachineState>> states(Cancellation cancellation, List<LabException> failures) {
        try {
            return Optional.of(cancellation.within(providersPatience, own -> provider.states(open.id(), own))
                    .orElseThrow(() -> ProviderTool.silent(open.choice().provider(), providersPatience)));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            failures.add(e);
            return Optional.empty();
        }
    }

    private ClusterView ask(Parallel parallel) {
        if (!cluster.isKnown()) {
            return ClusterView.unknown("The nodes are unknown, because the workspace %s.".formatted(
                    cluster.isAnother() ? "has a kubeconfig of another cluster" : "has no kubeconfig"));
        }
        try {
            CompletableFuture<Answer<Optional<List<String>>>> waiting = parallel.begin(this::waiting);
            Map<String, CompletableFuture<Answer<List<String>>>> lost = new TreeMap<>();
            open.lab().apps().forEach(app -> lost.put(app.name(), parallel.begin(() -> lost(app.name()))));
            Map<String, Node> nodes = cluster.cluster().nodes().stream()
                    .collect(Collectors.toMap(Node::name, node -> node));
            Map<String, CompletableFuture<NodeUsage>> asked = new HashMap<>();
            nodes.values().stream().filter(node -> node.ready() && !node.simulated()).forEach(node ->
                    asked.put(node.name(), parallel.begin(() -> usage(node.name()))));
            Map<String, NodeUsage> usage = joined(asked);
            Answer<Optional<List<String>>> lacking = Parallel.join(waiting);
            Map<String, Answer<List<String>>> gone = new TreeMap<>(joined(lost));
            return new ClusterView(Optional.of(nodes), usage, lacking.found(),
                    gone.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                            one -> one.getValue().found())),
                    Stream.concat(Stream.of(lacking), gone.values().stream()).map(Answer::unknown)
                            .flatMap(Optional::stream).toList());
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return ClusterView.unknown("The nodes are unknown: " + reason(e));
        }
    }

    private static String reason(LabException e) {
        return e.what() + e.why().map(" "::concat).orElse("");
    }

    private Answer<Optional<List<String>>> waiting() {
        try {
            return Answer.of(Optional.of(Rollout.KINDS.stream().sorted().flatMap(kind -> cluster.cluster()
                    .workloads(kind).flatMap(live -> new Rollout(kind, live).complaint().stream().map(complaint ->
                            live.path("metadata").path("namespace").asString() + ": " + complaint))).toList()));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return new Answer<>(Optional.empty(), Optional.of("Whether workloads lack pods is unknown: " + reason(e)));
        }
    }

    private static <T> Map<String, T> joined(Map<String, CompletableFuture<T>> asked) {
        return asked.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                one -> Parallel.join(one.getValue())));
    }

    /** API paths of the app's missing objects. An object that cannot be read is not lost. */
    private Answer<List<String>> lost(String app) {
        List<String> lost = new ArrayList<>();
        String unknown = "Whether all objects of the app %s are there is unknown: ".formatted(app);
        long end = System.nanoTime() + patience.toNanos();
        try {
            for (String path : new AppliedObjects(open.workspace()).lasting(app)) {
                if (System.nanoTime() >= end) {
                    return new Answer<>(lost, Optional.of(unknown + "it takes longer than %d s to ask for them."
                            .formatted(patience.toSeconds())));
                }
                if (cluster.cluster().api().find(path).isEmpty()) {
                    lost.add(path);
                }
            }
            return Answer.of(lost);
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return new Answer<>(lost, Optional.of(unknown + reason(e)));
        }
    }

    /** A silent kubelet is no failure of the others. */
    private NodeUsage usage(String node) {
        try {
            return cluster.cluster().usage(node);
        } catch (LabException e) {
            return NodeUsage.UNKNOWN;
        }
    }

    private LabStatus status(Optional<Map<String, MachineState>> states, ClusterView view, Set<String> silent) {
        Lab lab = open.lab();
        List<MachineStatus> machines = lab.machines().stream().map(machine -> machine(machine, states, view,
                silent.contains(machine.name()))).toList();
        Machine answers = lab.pageNodes().stream().filter(machine -> mayAnswer(machine, states, view.nodes()))
                .findFirst().orElseGet(lab::firstNode);
        List<LabStatus.AppPageAddress> apps = lab.apps().stream().flatMap(app -> app.url(answers).stream()
                .map(url -> new LabStatus.AppPageAddress(app.name(), url))).toList();
        WorkspaceState state = new WorkspaceState(open.workspace());
        List<String> unfinished = state.unfinished(open.word());
        Stream<String> damage = state.isReadable() ? Stream.of() : unfinished.stream();
        return new LabStatus(lab.name(), open.choice().provider(), lab.kubernetes().toString(), open.settings().lines(),
                lab.network().machines().toString(),
                unfinished.isEmpty() && machines.stream().allMatch(MachineStatus::well),
                state.isReadable() ? state.resetTo() : Optional.empty(), machines, apps, view.waiting(),
                LastChecks.in(open.workspace()), certificateDays(), snapshots(),
                known.flatMap(one -> states.map(seen -> new LabFileDrift(lab, seen, view.nodes(), view.lost())
                        .of(one))),
                Stream.concat(view.unknown().stream(), damage).toList());
    }

    /** An unknown state counts as answering. */
    private static boolean mayAnswer(Machine machine, Optional<Map<String, MachineState>> states,
                                     Optional<Map<String, Node>> nodes) {
        return states.map(seen -> isRunning(seen, machine)).orElse(true)
                && nodes.map(all -> all.containsKey(machine.name()) && all.get(machine.name()).ready()).orElse(true);
    }

    private MachineStatus machine(Machine machine, Optional<Map<String, MachineState>> states, ClusterView view,
                                  boolean silent) {
        Optional<Node> node = view.nodes().map(all -> all.get(machine.name()));
        NodeUsage usage = view.usage().getOrDefault(machine.name(), NodeUsage.UNKNOWN);
        boolean runs = machine.isSimulated() || states.filter(seen -> isRunning(seen, machine)).isPresent();
        return new MachineStatus(machine.name(), machine.role().id(), machine.address().toString(),
                machine.isSimulated() ? "simulated" : states.map(seen -> state(seen, machine).word())
                        .orElse(MachineStatus.UNKNOWN),
                silent ? "not Ready: etcd does not answer" : readiness(machine, view.nodes()), node.map(Node::cordoned),
                node.map(Node::kubelet).filter(version -> !version.isEmpty()),
                usage.memory().map(MachineStatus.InUse::of), usage.disk().map(MachineStatus.InUse::of),
                licenceDays(machine), runs && (machine.isEtcd() ? !silent : node.filter(Node::ready).isPresent()));
    }

    private static String readiness(Machine machine, Optional<Map<String, Node>> nodes) {
        if (machine.isEtcd()) {
            return "-";
        }
        if (nodes.isEmpty()) {
            return MachineStatus.UNKNOWN;
        }
        Node node = nodes.get().get(machine.name());
        return node == null ? "none" : node.ready() ? "Ready" : "not Ready: " + node.readiness();
    }

    private static boolean isRunning(Map<String, MachineState> states, Machine machine) {
        return state(states, machine).isRunning();
    }

    private static MachineState state(Map<String, MachineState> states, Machine machine) {
        return states.getOrDefault(machine.name(), MachineState.absent());
    }

    private List<LabStatus.SavedState> snapshots() {
        return new SnapshotStore(open.workspace()).all().stream().map(snapshot ->
                new LabStatus.SavedState(snapshot.name(), snapshot.at(), snapshot.bytes())).toList();
    }

    private OptionalLong certificateDays() {
        if (!cluster.isKnown()) {
            return OptionalLong.empty();
        }
        try {
            return cluster.kubeconfig().expires().map(end ->
                    OptionalLong.of(daysUntil(end))).orElse(OptionalLong.empty());
        } catch (LabException e) {
            return OptionalLong.empty();
        }
    }

    /** Only Windows knows the exact end. Counts from the day Vagrant created the machine. */
    private OptionalLong licenceDays(Machine machine) {
        if (!machine.isWindows() || machine.isSimulated()) {
            return OptionalLong.empty();
        }
        Optional<KnownBox.Licence> licence = machine.box().map(BoxChoice::name)
                .map(name -> KnownBoxes.installed().named(name)).orElseGet(() -> machine.windows().flatMap(windows ->
                        KnownBoxes.installed().of(windows.build(), open.choice().provider())))
                .flatMap(KnownBox::licence);
        return licence.flatMap(one -> made(open.workspace(), machine).map(since -> OptionalLong.of(daysUntil(
                since.plus(Duration.ofDays(one.days())))))).orElse(OptionalLong.empty());
    }

    /** Whole days; negative once it is over. */
    private static long daysUntil(Instant end) {
        return Math.floorDiv(Duration.between(Instant.now(), end).toSeconds(), Duration.ofDays(1).toSeconds());
    }

    private static Optional<Instant> made(Workspace workspace, Machine machine) {
        Path notes = workspace.vagrantData().resolve("machines").resolve(machine.name());
        try (Stream<Path> files = Files.isDirectory(notes) ? Files.walk(notes, 2) : Stream.<Path>empty()) {
            Optional<Path> id = files.filter(file -> file.endsWith("id")).findFirst();
            return id.isEmpty() ? Optional.empty() : Optional.of(Files.getLastModifiedTime(id.get()).toInstant());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
