package org.hybridlab.provision.windows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.MachineRecords;
import org.hybridlab.provision.context.NodeServices;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.context.WindowsGuest;
import org.hybridlab.provision.image.LabImages;
import org.hybridlab.provision.kubernetes.NodeReady;
import org.hybridlab.provision.render.WindowsMachine;

/**
 * The part of {@code up} for Windows machines: prepare -> reboot -> containerd -> join -> overlay -> node ready -> HNS
 * network. All machines in parallel; only network failures are retried.
 */
public final class WindowsPlanner {
    /** Limits of one attempt, mostly for Windows' own setup. */
    private static final Duration PREPARE = Duration.ofMinutes(10);
    private static final Duration FEATURES = Duration.ofMinutes(45);
    private static final Duration REBOOT = Duration.ofMinutes(20);
    private static final Duration INSTALL = Duration.ofMinutes(10);
    private static final Duration SEND = Duration.ofMinutes(60);
    private static final Duration IMAGES = Duration.ofMinutes(WindowsMachine.PULL_MINUTES * 3);

    /** The pod network's switch takes over the adapter, which may cut ssh off. */
    public static final Retry SWITCH_RETRY = Retry.times(3, Duration.ofSeconds(5), "ssh-lost", "ssh-not-ready",
            "upload-failed");

    private final LabContext labContext;
    private final Lab lab;
    private final LabImages images;
    private final List<Step> steps = new ArrayList<>();

    private WindowsPlanner(LabContext labContext) {
        this.labContext = labContext;
        this.lab = labContext.lab();
        this.images = LabImages.of(labContext);
    }

    /** None for labs without Windows machines, or with simulated ones. Starts no machine. */
    public static List<Step> of(LabContext labContext) {
        WindowsPlanner planner = new WindowsPlanner(labContext);
        if (!planner.lab.madeWindowsMachines().isEmpty()) {
            planner.images();
            planner.forAll();
            planner.lab.madeWindowsMachines().forEach(planner::machine);
        }
        return planner.steps;
    }

    /** What apps wait for, besides all nodes being Ready. */
    public static Stream<String> ends(Lab lab) {
        return lab.madeWindowsMachines().stream().map(machine -> id("hns-network-present", machine));
    }

    private void forAll() {
        add(StepBuilder.step("windows-bundle-ready", "Get the programs for Windows machines")
                .timeout(Duration.ofMinutes(90))
                .inputs(lab.kubernetes())
                .action(new WindowsBundleReady(labContext)));
        add(StepBuilder.step("windows-accounts-applied", "Give %s on Windows their accounts".formatted(
                        pluginThere() ? plugin() + " and kube-proxy" : "kube-proxies"))
                .needs(StepIds.podNetworkIsThere(lab))
                .inputs(labContext.files().windows().accounts())
                .action(new WindowsAccountsApplied(labContext)));
        if (lab.network().overlays() == OverlayStyle.DAEMONSET) {
            add(StepBuilder.step(StepIds.WINDOWS_PODS,
                    "Apply %s and kube-proxy for Windows machines".formatted(plugin()))
                    .needs("windows-accounts-applied")
                    .needs(lab.madeWindowsMachines().stream().map(machine -> id("overlay-in-place", machine))
                            .collect(Collectors.toSet()))
                    .inputs(labContext.files().windows().overlay())
                    .action(new WindowsPodsApplied(labContext)));
        }
    }

    /** Early, since nothing on this host takes longer. */
    private void images() {
        ImagesFetched fetched = new ImagesFetched(labContext, images);
        add(StepBuilder.step("images-fetched", "Fetch images for Windows machines")
                .timeout(fetched.within())
                .inputs(images.all())
                .action(fetched));
    }

    private void machine(Machine machine) {
        prepare(machine);
        containerd(machine);
        join(machine);
        overlay(machine);
    }

    private void prepare(Machine machine) {
        add(script("machine-prepared", "Prepare ", "prepare.ps1", machine, PREPARE)
                .needs(id(StepIds.MACHINE_RUNNING, machine)));
        add(script("features-installed", "Enable Windows features on ", "features.ps1", machine, FEATURES)
                .needs(id("machine-prepared", machine)));
        add(StepBuilder.step("machine-rebooted", "Reboot " + machine.name() + " if need be").about(machine)
                .needs(id("features-installed", machine))
                .timeout(REBOOT)
                .inputs(machine.name())
                .action(new WindowsRebooted(labContext, machine, REBOOT)));
        // Not during the reboot, which cuts connections for longer than three attempts.
        add(StepBuilder.step("programs-sent", "Send programs to " + machine.name()).about(machine)
                .needs("windows-bundle-ready", id("machine-rebooted", machine))
                .timeout(SEND)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(lab.kubernetes())
                .action(new WindowsProgramsSent(labContext, machine)));
    }

    private void containerd(Machine machine) {
        add(script("containerd-running", "Run containerd on ", "containerd.ps1", machine, INSTALL)
                .needs(id("programs-sent", machine)));
        ImagesSent sent = new ImagesSent(labContext, machine, images);
        add(StepBuilder.step("images-sent", "Send images to " + machine.name()).about(machine)
                .needs("images-fetched", id("machine-rebooted", machine))
                .timeout(sent.within())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(images.of(machine))
                .action(sent));
        add(script("images-present", "Pull images on ", "images.ps1", machine, IMAGES)
                .needs(id("images-sent", machine),
                        id(lab.registries().isEmpty() ? "containerd-running" : "registries-known", machine))
                .retry(LabContext.NETWORK_RETRY));
    }

    private void join(Machine machine) {
        add(script("kubelet-installed", "Install the kubelet on ", "kubelet.ps1", machine, INSTALL)
                .needs(id("containerd-running", machine)));
        add(StepBuilder.step(StepIds.NODE_JOINED, "Join " + machine.name()).about(machine)
                .needs(id("kubelet-installed", machine), id("images-present", machine),
                        StepIds.clusterIsThere(lab))
                .timeout(WindowsNodeJoined.JOIN)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.name())
                .action(new WindowsNodeJoined(labContext, machine)));
    }

    private void overlay(Machine machine) {
        add(StepBuilder.step("overlay-in-place", "Put %s and kube-proxy on %s".formatted(
                        pluginThere() ? plugin() : "the pod network", machine.name())).about(machine)
                .needs(id(StepIds.NODE_JOINED, machine), "windows-accounts-applied")
                .timeout(WindowsOverlayInPlace.OVERLAY)
                .retry(SWITCH_RETRY)
                .inputs(labContext.windowsFiles(machine).fingerprint("overlay.ps1"))
                .action(new WindowsOverlayInPlace(labContext, machine)));
        boolean pods = lab.network().overlays() == OverlayStyle.DAEMONSET;
        add(StepBuilder.step(StepIds.NODE_READY, "Wait until " + machine.name() + " is Ready").about(machine)
                .needs(pods ? StepIds.WINDOWS_PODS : id("overlay-in-place", machine))
                .timeout(labContext.timeouts().nodeReady(machine))
                .inputs(machine.name(), machine.address())
                .action(new NodeReady(labContext, machine, labContext.timeouts().nodeReady(machine))));
        add(StepBuilder.step("hns-network-present", "Wait for the pod network on " + machine.name()).about(machine)
                .needs(id(StepIds.NODE_READY, machine))
                .timeout(HnsNetworkPresent.HNS)
                .retry(SWITCH_RETRY)
                .inputs(labContext.windowsFiles(machine).text("hns.ps1"))
                .action(new HnsNetworkPresent(labContext, machine)));
    }

    private boolean pluginThere() {
        return lab.network().mode().traits().pluginOnWindows();
    }

    private String plugin() {
        return lab.network().plugin().title();
    }

    private StepBuilder script(String kind, String title, String script, Machine machine, Duration within) {
        return StepBuilder.step(kind, title + machine.name()).about(machine)
                .timeout(within)
                .inputs(labContext.windowsFiles(machine).fingerprint(script))
                .action(new WindowsScriptRan(labContext, machine, script, within));
    }

    private static String id(String kind, Machine machine) {
        return kind + "/" + machine.name();
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }

    /** The HNS has the pod network, from which pods get their addresses. */
    static final class HnsNetworkPresent extends InMachine {
        static final Duration HNS = Duration.ofMinutes(15);
        /** Has the boot id of the last look: Windows forgets the network at each boot, and flannel recreates it. */
        private static final String MARK = "hns";

        HnsNetworkPresent(LabContext labContext, Machine machine) {
            super(labContext, machine);
        }

        @Override
        public Probe look(StepContext context) {
            WindowsGuest guest = labContext.windowsGuest(machine, context);
            Optional<String> seen = guest.mark(MARK);
            return seen.isPresent() && seen.get().equals(guest.shell().bootId(context.cancellation()))
                    ? Probe.present("the network has been there since this boot")
                    : Probe.absent("the network has not been seen since the machine's last boot");
        }

        @Override
        public Duration longest() {
            return HNS.plus(NodeServices.WITHIN).plus(MachineRecords.LONGEST);
        }

        @Override
        public void run(StepContext context) {
            WindowsGuest guest = labContext.windowsGuest(machine, context);
            // The node may be Ready without them.
            new NodeServices(labContext, machine).start(context);
            guest.script(labContext.script(machine, "hns.ps1"), HNS);
            guest.setMark(MARK, guest.shell().bootId(context.cancellation()));
            MachineRecords.note(labContext, machine, context, "network-present");
        }
    }

    /** The cluster has the accounts of programs on Windows machines, with least rights. */
    static final class WindowsAccountsApplied implements Action {
        private final LabContext labContext;

        WindowsAccountsApplied(LabContext labContext) {
            this.labContext = labContext;
        }

        @Override
        public Probe probe(StepContext context) {
            return labContext.changes().lookShared("the accounts", labContext.files().windows().accounts());
        }

        @Override
        public void run(StepContext context) {
            labContext.changes().applyShared(labContext.files().windows().accounts(), context);
        }
    }

    /** The bundle's programs for Windows machines are on this host. */
    static final class WindowsBundleReady implements Action {
        private final LabContext labContext;

        WindowsBundleReady(LabContext labContext) {
            this.labContext = labContext;
        }

        @Override
        public Probe probe(StepContext context) {
            return labContext.bundles().windows().isPresent() ? Probe.present("the programs are here")
                    : Probe.absent("programs for Windows machines are missing");
        }

        @Override
        public void run(StepContext context) {
            labContext.bundles().fetchWindows(LabBundles.fetching(context));
        }
    }

    /** The cluster has the DaemonSets for Windows machines, with its own settings. */
    static final class WindowsPodsApplied implements Action {
        private final LabContext labContext;

        WindowsPodsApplied(LabContext labContext) {
            this.labContext = labContext;
        }

        @Override
        public Probe probe(StepContext context) {
            if (!labContext.hasCluster()) {
                return Probe.absent("there is no cluster yet");
            }
            return labContext.changes().lookShared("%s and kube-proxy for Windows machines".formatted(
                    labContext.lab().network().plugin().title()), labContext.gathered().windowsOverlay());
        }

        @Override
        public void run(StepContext context) {
            labContext.changes().applyShared(labContext.gathered().windowsOverlay(), context);
        }
    }
}
