package org.hybridlab.provision.context;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import org.hybridlab.host.LoadedImages;
import org.hybridlab.host.UserFolders;
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
 * What the steps of one lab work with. The constructor has no side effects; lookups happen on demand.
 *
 * @param created for commands without a lab file
 * @param facts for templates, beyond the lab file
 * @param templates the lab's own before hybridlab's
 * @param files of the workspace, rendered
 * @param registries containerd's settings
 */
public record LabContext(OpenLab open, CreatedLab created, RememberedStates remembered, TemplateFacts facts,
        Templates templates,
                       RenderedFiles files, RegistryFiles registries, LabBoxes boxes, LabBundles bundles,
                       Processes processes, Map<String, String> environment) {
    /** {@code up} renews certificates and tokens with less left. Kubernetes warns then, as does {@code diagnose}. */
    public static final Duration RENEWED_BEFORE = Duration.ofDays(30);
    /** For conflicts with another vagrant or lab. Two minutes: a killed hybridlab's vagrant finishes its machine. */
    public static final Retry VAGRANT_RETRY = Retry.times(40, Duration.ofSeconds(3),
            Vagrant.RETRYABLE.toArray(String[]::new));
    /** For network errors. Not for a bug, a wrong file, a full disk or a timeout, which repeat. */
    public static final Retry NETWORK_RETRY = Retry.times(3, Duration.ofSeconds(2), "ssh-lost", "ssh-not-ready",
            "timed-out",
            "upload-failed", "download-failed", "api-unreachable", "api-busy", "api-conflict", "webhook-failed",
            "exec-failed",
            "guest-script-failed", "guest-command-failed", "windows-script-failed", "kubeadm-join-failed",
            "bundle-not-downloaded");

    public Lab lab() {
        return open.lab();
    }

    /** As commands name the lab. */
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

    public LoadedImages loadedImages() {
        return new LoadedImages(UserFolders.of(environment, Path.of(System.getProperty("user.home"))),
                workspace().folder());
    }

    public Path vagrantHome() {
        return VagrantHome.of(environment);
    }

    public List<Manifest> objectsOfApps() {
        return lab().apps().stream().flatMap(app -> Manifest.parse(files.manifest(app)).stream()).toList();
    }

    /** What is lost with the disks of machines, for people. */
    public String onDisks(List<String> machines) {
        List<String> claims = new ArrayList<>();
        try {
            machines.stream().filter(machine -> hasCluster()).forEach(machine ->
                    claims.addAll(cluster().claimsOn(machine)));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return "all that is on its disk; if claims have volumes there, is not known";
        }
        return "all that is on its disk" + (claims.isEmpty() ? ""
                : ", among it the volumes of " + String.join(", ", claims));
    }

    /** @param since earlier answers of the cluster are ignored */
    public Prospects prospects(Instant since) {
        return new Prospects(cluster(), objectsOfApps(), lab().nodes().stream().map(Machine::name).toList(), since,
                lab().joinsExisting());
    }

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

    /** Without simulated ones. */
    public List<Machine> running(Cancellation cancellation) {
        return lab().madeMachines().stream().filter(states(cancellation)::isRunning).toList();
    }

    /** @throws LabException (exit 3) with one cause, if the machine says that it lacks something */
    public void tryIn(Machine machine, Cancellation cancellation) {
        List<Machine> others = running(cancellation).stream().filter(one -> !one.equals(machine)).toList();
        provider().tryIn(id(), machine, others, words -> LabException.known(() -> shell(machine).sudo(words,
                Optional.empty(), timeouts().probe(), line -> { }, cancellation).stdout()).orElse(""), cancellation);
    }

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

    public Path script(Machine machine, String name) {
        return workspace().folder().resolve("scripts/%s/%s".formatted(machine.name(), name));
    }

    /** As far as known before there is a cluster. */
    public WindowsFiles windowsFiles(Machine machine) {
        return files.windows().files().get(machine.name());
    }

    public WindowsMachine windowsMachine(Machine machine) {
        return files.windows().machines().get(machine.name());
    }

    public PostInitFiles gathered() {
        return new PostInitFiles(lab(), id(), facts, templates, workspace(), files.windows().machines(),
                created.cluster());
    }

    public boolean hasCluster() {
        return created.cluster().isKnown();
    }

    public Cluster cluster() {
        return created.cluster().cluster();
    }

    public Optional<Node> node(Machine machine) {
        return created.cluster().node(machine);
    }

    public ClusterChanges changes() {
        return new ClusterChanges(lab(), id(), workspace(), created.cluster());
    }

    /** Writes the administrator's kubeconfig, and links kubectl. */
    public void keepCluster(KubeConfig kubeconfig) {
        created.cluster().keep(kubeconfig);
        bundles.kubectl().ifPresent(workspace()::linkKubectl);
    }
}
