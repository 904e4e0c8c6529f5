package org.hybridlab.provision.context;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Prospects;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.guest.GuestShell;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.vagrant.Vagrant;
import org.hybridlab.provider.vagrant.VagrantHome;
import org.hybridlab.provision.render.RegistryFiles;
import org.hybridlab.provision.render.RenderedFiles;
import org.hybridlab.provision.render.TemplateFacts;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.render.WindowsFiles;
import org.hybridlab.provision.render.WindowsMachine;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.MachineStates;
import org.hybridlab.provision.state.RememberedStates;

/**
 * What the steps of one lab work with. Making one touches nothing; what it looks up, it looks up when asked.
 *
 * @param open the lab as it was read for this host
 * @param created what commands that need no lab file work with
 * @param remembered states of the machines
 * @param facts what templates and steps know of the lab beyond its file
 * @param templates as {@code up} renders them: the lab's own before hybridlab's
 * @param files of the workspace, rendered
 * @param registries what containerd is told of the lab's registries
 * @param boxes that the machines are made of
 * @param bundles what is there of Kubernetes on this host, or can be got
 * @param processes runs programs of this host
 * @param environment of this process
 */
public record LabContext(OpenLab open, CreatedLab created, RememberedStates remembered, TemplateFacts facts,
        Templates templates,
                       RenderedFiles files, RegistryFiles registries, LabBoxes boxes, LabBundles bundles,
                       Processes processes, Map<String, String> environment) {
    /**
     * {@code up} renews certificates and tokens that have less left: Kubernetes' clients and servers warn then, and
     * {@code diagnose} does.
     */
    public static final Duration RENEWED_BEFORE = Duration.ofDays(30);
    /**
     * For what another vagrant, or the end of another lab, broke: it goes away by itself. Two minutes, because a
     * vagrant that a killed hybridlab left goes on with its machine.
     */
    public static final Retry VAGRANT_RETRY = Retry.times(40, Duration.ofSeconds(3),
            Vagrant.RETRYABLE.toArray(String[]::new));
    /**
     * For steps that cross the network: a second try costs little, and often works. Only for what a network does: a
     * bug, a wrong file, a full disk and a wait that was in vain come out the same at each try.
     */
    public static final Retry NETWORK_RETRY = Retry.times(3, Duration.ofSeconds(2), "ssh-lost", "ssh-not-ready",
            "timed-out",
            "upload-failed", "download-failed", "api-unreachable", "api-busy", "api-conflict", "webhook-failed",
            "exec-failed",
            "guest-script-failed", "guest-command-failed", "windows-script-failed", "kubeadm-join-failed",
            "bundle-not-downloaded");

    public Lab lab() {
        return open.lab();
    }

    /** What the user calls the lab, for messages that say what to call next. */
    public String word() {
        return open.word();
    }

    public LabId id() {
        return created.id();
    }

    public Workspace workspace() {
        return created.workspace();
    }

    public Provider provider() {
        return created.provider();
    }

    public Vagrant vagrant() {
        return created.vagrant();
    }

    public Path vagrantHome() {
        return VagrantHome.of(environment);
    }

    /** The objects of all apps of the lab file. */
    public List<Manifest> objectsOfApps() {
        return lab().apps().stream().flatMap(app -> Manifest.parse(files.manifest(app)).stream()).toList();
    }

    /** @param since what the cluster said earlier is of no use */
    public Prospects prospects(Instant since) {
        return new Prospects(cluster(), objectsOfApps(), lab().nodes().stream().map(Machine::name).toList(), since,
                lab().joinsExisting());
    }

    /** See {@link Permits}. */
    public Map<String, Integer> permits() {
        return Permits.of(lab(), provider().name().traits());
    }

    public Timeouts timeouts() {
        return facts.timeouts();
    }

    /** Whether machines run many times slower than the host. */
    public boolean isEmulated() {
        return timeouts().equals(Timeouts.EMULATED);
    }

    public boolean hasBox(Cancellation cancellation) {
        return boxes.hasBox(cancellation);
    }

    public boolean hasNodePayload() {
        return boxes.hasNodePayload();
    }

    public MachineStates states(Cancellation cancellation) {
        return remembered.states(cancellation);
    }

    /** Machines of the lab file that run and are not simulated. */
    public List<Machine> running(Cancellation cancellation) {
        return lab().madeMachines().stream().filter(states(cancellation)::isRunning).toList();
    }

    /** @throws LabException (exit 3) with one cause, if the machine says that it lacks something */
    public void tryIn(Machine machine, Cancellation cancellation) {
        List<Machine> others = running(cancellation).stream().filter(one -> !one.equals(machine)).toList();
        provider().tryIn(id(), machine, others, words -> LabException.known(() -> shell(machine).sudo(words,
                Optional.empty(), timeouts().probe(), line -> { }, cancellation).stdout()).orElse(""), cancellation);
    }

    /** What was seen of machines is old. */
    public void forgetStates() {
        remembered.forget();
    }

    public GuestShell shell(Machine machine) {
        return GuestShell.of(machine.os(), processes, workspace(), machine.name());
    }

    public Guest guest(Machine machine, StepContext context) {
        return new Guest(shell(machine), context);
    }

    public WindowsGuest windowsGuest(Machine machine, StepContext context) {
        return new WindowsGuest(shell(machine), context);
    }

    /** Where the rendered script of a machine lies. */
    public Path script(Machine machine, String name) {
        return workspace().folder().resolve("scripts/%s/%s".formatted(machine.name(), name));
    }

    /** Scripts and settings of a Windows machine, as far as they can be known before there is a cluster. */
    public WindowsFiles windowsFiles(Machine machine) {
        return files.windows().files().get(machine.name());
    }

    public WindowsMachine windowsMachine(Machine machine) {
        return files.windows().machines().get(machine.name());
    }

    /** What is rendered once there is a cluster. */
    public PostInitFiles gathered() {
        return new PostInitFiles(lab(), id(), facts, templates, workspace(), files.windows().machines(),
                created.cluster());
    }

    /** Whether the workspace knows a cluster; it need not answer. */
    public boolean hasCluster() {
        return created.cluster().isKnown();
    }

    public Cluster cluster() {
        return created.cluster().cluster();
    }

    public Optional<Node> node(Machine machine) {
        return created.cluster().node(machine);
    }

    /** What steps change in the cluster. */
    public ClusterChanges changes() {
        return new ClusterChanges(lab(), id(), workspace(), created.cluster());
    }

    /** Keeps the administrator's kubeconfig in the workspace, and a kubectl beside it. */
    public void keepCluster(KubeConfig kubeconfig) {
        created.cluster().keep(kubeconfig);
        bundles.kubectl().ifPresent(workspace()::linkKubectl);
    }
}
