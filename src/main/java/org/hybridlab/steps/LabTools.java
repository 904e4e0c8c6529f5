package org.hybridlab.steps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.bundle.Bundles;
import org.hybridlab.guest.FirstContact;
import org.hybridlab.guest.GuestShell;
import org.hybridlab.guest.OpenSsh;
import org.hybridlab.guest.WindowsSsh;
import org.hybridlab.kubernetes.Cluster;
import org.hybridlab.kubernetes.Kubectl;
import org.hybridlab.kubernetes.Node;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Retry;
import org.hybridlab.plan.StepContext;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.Processes;
import org.hybridlab.render.Templates;
import org.hybridlab.render.Workspace;
import org.hybridlab.vagrant.LabId;
import org.hybridlab.vagrant.Provider;
import org.hybridlab.vagrant.Vagrant;
import org.hybridlab.vagrant.VagrantHome;

/** What the steps of one lab work with. Making one touches nothing; what it looks up, it looks up when asked. */
public final class LabTools {
    /** Machines are created under this permit; how many there are depends on the provider. */
    public static final String CREATE_PERMIT = "machine-create";
    /** Control planes join one after the other: etcd takes one new member at a time. */
    static final String ETCD_PERMIT = "etcd-member";
    /**
     * For what another vagrant, or the end of another lab, broke: it goes away by itself. Two minutes, because a vagrant
     * that a killed hybridlab left goes on with its machine.
     */
    static final Retry VAGRANT_RETRY = Retry.times(40, Duration.ofSeconds(3), Vagrant.RETRYABLE.toArray(String[]::new));
    /** For steps that cross the network: a second try costs little, and often works. */
    static final Retry NETWORK_RETRY = Retry.times(3, Duration.ofSeconds(2));

    private final Lab lab;
    private final LabId id;
    private final Workspace workspace;
    private final Path labFolder;
    private final Templates templates;
    private final RenderedFiles files;
    private final RegistryFiles registries;
    private final LabFacts facts;
    private final Provider provider;
    private final Vagrant vagrant;
    private final BoxSource boxes;
    private final StockKit kit;
    private final Processes processes;
    private final Map<String, String> environment;
    private final LabBundles bundles;
    private final LabCluster cluster;
    private MachineStates states;

    public LabTools(Lab lab, LabId id, Workspace workspace, Path labFolder, Templates templates, RenderedFiles files,
                    RegistryFiles registries, LabFacts facts,
                    Provider provider, Vagrant vagrant, BoxSource boxes, StockKit kit,
                    Processes processes, Map<String, String> environment, Bundles bundles) {
        this.lab = lab;
        this.id = id;
        this.workspace = workspace;
        this.labFolder = labFolder;
        this.templates = templates;
        this.files = files;
        this.registries = registries;
        this.facts = facts;
        this.provider = provider;
        this.vagrant = vagrant;
        this.boxes = boxes;
        this.kit = kit;
        this.processes = processes;
        this.environment = Map.copyOf(environment);
        this.bundles = new LabBundles(lab, bundles, processes);
        this.cluster = new LabCluster(workspace);
    }

    /** How many of each permit the provider allows: one machine at a time where it races on creating. */
    public Map<String, Integer> permits() {
        return Map.of(CREATE_PERMIT, provider.name().traits().startsTogether() ? lab.madeMachines().size() : 1,
                ETCD_PERMIT, 1);
    }

    public Lab lab() {
        return lab;
    }

    public LabId id() {
        return id;
    }

    public Workspace workspace() {
        return workspace;
    }

    public RenderedFiles files() {
        return files;
    }

    /** What containerd is told of the lab's registries. */
    public RegistryFiles registries() {
        return registries;
    }

    public Provider provider() {
        return provider;
    }

    public Vagrant vagrant() {
        return vagrant;
    }

    Path vagrantHome() {
        return VagrantHome.of(environment);
    }

    /** What commands that need no lab file work with. */
    MadeLab made() {
        return new MadeLab(id, workspace, provider, vagrant, cluster);
    }

    BoxSource boxes() {
        return boxes;
    }

    StockKit kit() {
        return kit;
    }

    /** Whether the machine's box may lack Kubernetes, because we did not make it. */
    boolean isStock(Machine machine) {
        return files.install().containsKey(machine.name());
    }

    /** Whether some machine names no box, and takes the provider's. */
    boolean needsBox() {
        return lab.madeMachines().stream().anyMatch(this::takesOurBox);
    }

    /** Boxes of Windows are published ones, which Vagrant gets by itself. */
    boolean takesOurBox(Machine machine) {
        return machine.box().isEmpty() && !machine.isWindows();
    }

    /** Whether some machine's box may lack Kubernetes. */
    boolean needsKit() {
        return lab.madeMachines().stream().anyMatch(this::isStock);
    }

    /** Whether the box is there that machines take which name none, or nobody needs it; a cheap look. */
    public boolean hasBox(Cancellation cancellation) {
        return !needsBox() || boxes.exists(cancellation);
    }

    /** Whether all is there that stock boxes lack, or nobody needs it; a cheap look. */
    public boolean hasKit() {
        return !needsKit() || kit.exists();
    }

    /** Whether machines run many times slower than the host. */
    public boolean isEmulated() {
        return facts.pace().equals(Pace.EMULATED);
    }

    public Pace pace() {
        return facts.pace();
    }

    /** Pods on Windows machines wait for images of gigabytes. */
    Duration appReady() {
        return lab.madeWindowsMachines().isEmpty() ? pace().appReady()
                : pace().appReady().plusMinutes(WindowsMachine.PULL_MINUTES);
    }

    Guest guest(Machine machine, StepContext context) {
        return new Guest(shell(machine), context);
    }

    WindowsGuest windowsGuest(Machine machine, StepContext context) {
        return new WindowsGuest(shell(machine), context);
    }

    public GuestShell shell(Machine machine) {
        return machine.isWindows() ? new WindowsSsh(processes, workspace, machine.name())
                : new OpenSsh(processes, workspace, machine.name());
    }

    public Templates templates() {
        return templates;
    }

    LabFacts.Images images() {
        return facts.images();
    }

    Kubectl kubectl() {
        return new Kubectl(processes, Files.exists(workspace.kubectl()) ? workspace.kubectl() : Path.of("kubectl"),
                workspace.kubeconfig());
    }

    FirstContact firstContact() {
        return new FirstContact(processes, workspace, environment);
    }

    /** Where the rendered script of a machine lies. */
    Path script(Machine machine, String name) {
        return workspace.folder().resolve("scripts/%s/%s".formatted(machine.name(), name));
    }

    /** Asked of the provider once, and again after something changed. */
    public synchronized MachineStates states(Cancellation cancellation) {
        if (states == null) {
            states = new MachineStates(provider.states(id, cancellation));
        }
        return states;
    }

    synchronized void forgetStates() {
        states = null;
    }

    /** Whether the workspace knows a cluster; it need not answer. */
    boolean hasCluster() {
        return cluster.isKnown();
    }

    public Cluster cluster() {
        return cluster.cluster();
    }

    /** The nodes by name; none where there is no cluster, or it does not answer. */
    public Map<String, Node> nodes() {
        return cluster.nodes();
    }

    Optional<Node> node(Machine machine) {
        return cluster.node(machine);
    }

    /** What steps change in the cluster. */
    ClusterChanges changes() {
        return new ClusterChanges(lab, workspace, cluster);
    }

    /** A path of this host as the lab file writes it. */
    Path onHost(String written) {
        return HostPath.of(written, labFolder, environment);
    }

    /** Keeps the administrator's kubeconfig in the workspace, and a kubectl beside it. */
    void keepCluster(String kubeconfig) {
        cluster.keep(kubeconfig);
        bundles.kubectl().ifPresent(workspace::linkKubectl);
    }

    /** Tells one cluster from another that was made at the same address later. */
    String authorityFingerprint() {
        return cluster.authorityFingerprint();
    }

    /** Scripts and settings of a Windows machine, as far as they can be known before there is a cluster. */
    WindowsFiles windowsFiles(Machine machine) {
        return files.windows().files().get(machine.name());
    }

    WindowsMachine windowsMachine(Machine machine) {
        return files.windows().machines().get(machine.name());
    }

    /** What is rendered once there is a cluster. */
    GatheredFiles gathered() {
        return new GatheredFiles(lab, facts, templates, workspace, files.windows().machines(), cluster);
    }

    LabBundles bundles() {
        return bundles;
    }
}
