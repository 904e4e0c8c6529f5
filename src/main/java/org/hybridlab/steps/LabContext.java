package org.hybridlab.steps;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.guest.GuestShell;
import org.hybridlab.guest.OpenSsh;
import org.hybridlab.guest.WindowsSsh;
import org.hybridlab.kubernetes.Cluster;
import org.hybridlab.kubernetes.KubeConfig;
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

/**
 * What the steps of one lab work with. Making one touches nothing; what it looks up, it looks up when asked.
 *
 * @param open the lab as it was read for this host
 * @param made what commands that need no lab file work with
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
public record LabContext(OpenLab open, MadeLab made, RememberedStates remembered, LabFacts facts, Templates templates,
                       RenderedFiles files, RegistryFiles registries, LabBoxes boxes, LabBundles bundles,
                       Processes processes, Map<String, String> environment) {
    /**
     * For what another vagrant, or the end of another lab, broke: it goes away by itself. Two minutes, because a
     * vagrant that a killed hybridlab left goes on with its machine.
     */
    static final Retry VAGRANT_RETRY = Retry.times(40, Duration.ofSeconds(3), Vagrant.RETRYABLE.toArray(String[]::new));
    /**
     * For steps that cross the network: a second try costs little, and often works. Only for what a network does: a
     * bug, a wrong file, a full disk and a wait that was in vain come out the same at each try.
     */
    static final Retry NETWORK_RETRY = Retry.times(3, Duration.ofSeconds(2), "ssh-lost", "ssh-not-ready", "timed-out",
            "upload-failed", "download-failed", "api-unreachable", "api-busy", "api-conflict", "exec-failed",
            "guest-script-failed", "guest-command-failed", "windows-script-failed", "kubeadm-join-failed",
            "bundle-not-downloaded");

    public Lab lab() {
        return open.lab();
    }

    public LabId id() {
        return made.id();
    }

    public Workspace workspace() {
        return made.workspace();
    }

    public Provider provider() {
        return made.provider();
    }

    public Vagrant vagrant() {
        return made.vagrant();
    }

    Path vagrantHome() {
        return VagrantHome.of(environment);
    }

    /** See {@link Permits}. */
    public Map<String, Integer> permits() {
        return Permits.of(lab(), provider().name().traits());
    }

    public Timeouts pace() {
        return facts.pace();
    }

    /** Whether machines run many times slower than the host. */
    public boolean isEmulated() {
        return pace().equals(Timeouts.EMULATED);
    }

    public boolean hasBox(Cancellation cancellation) {
        return boxes.hasBox(cancellation);
    }

    public boolean hasKit() {
        return boxes.hasKit();
    }

    public MachineStates states(Cancellation cancellation) {
        return remembered.states(cancellation);
    }

    /** What was seen of machines is old. */
    public void forgetStates() {
        remembered.forget();
    }

    public GuestShell shell(Machine machine) {
        return machine.isWindows() ? new WindowsSsh(processes, workspace(), machine.name())
                : new OpenSsh(processes, workspace(), machine.name());
    }

    Guest guest(Machine machine, StepContext context) {
        return new Guest(shell(machine), context);
    }

    WindowsGuest windowsGuest(Machine machine, StepContext context) {
        return new WindowsGuest(shell(machine), context);
    }

    /** Where the rendered script of a machine lies. */
    Path script(Machine machine, String name) {
        return workspace().folder().resolve("scripts/%s/%s".formatted(machine.name(), name));
    }

    /** Scripts and settings of a Windows machine, as far as they can be known before there is a cluster. */
    WindowsFiles windowsFiles(Machine machine) {
        return files.windows().files().get(machine.name());
    }

    WindowsMachine windowsMachine(Machine machine) {
        return files.windows().machines().get(machine.name());
    }

    /** What is rendered once there is a cluster. */
    PostInitFiles gathered() {
        return new PostInitFiles(lab(), facts, templates, workspace(), files.windows().machines(), made.cluster());
    }

    /** Whether the workspace knows a cluster; it need not answer. */
    boolean hasCluster() {
        return made.cluster().isKnown();
    }

    public Cluster cluster() {
        return made.cluster().cluster();
    }

    Optional<Node> node(Machine machine) {
        return made.cluster().node(machine);
    }

    /** What steps change in the cluster. */
    ClusterChanges changes() {
        return new ClusterChanges(lab(), workspace(), made.cluster());
    }

    /** Keeps the administrator's kubeconfig in the workspace, and a kubectl beside it. */
    void keepCluster(KubeConfig kubeconfig) {
        made.cluster().keep(kubeconfig);
        bundles.kubectl().ifPresent(workspace()::linkKubectl);
    }
}
