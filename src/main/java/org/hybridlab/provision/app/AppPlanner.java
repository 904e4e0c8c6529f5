package org.hybridlab.provision.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.network.ClusterGatewayHeld;
import org.hybridlab.provision.network.GatewayHeld;
import org.hybridlab.provision.state.AppliedObjects;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.windows.WindowsPlanner;

/** Plans the gateways of network modes, and the apps. */
public final class AppPlanner {
    /** Another app may hold a port until its own step deletes the holder. */
    private static final Retry BESIDE_REMOVALS = new Retry(LabContext.NETWORK_RETRY.attempts(),
            LabContext.NETWORK_RETRY.pause(), Stream.concat(LabContext.NETWORK_RETRY.on().stream(),
            Stream.of("object-refused")).collect(Collectors.toSet()));

    /** Half a minute with the pauses: a program of an app may define a kind. */
    private static final int DEFINED_ATTEMPTS = 4;
    private static final Duration DEFINED_PAUSE = Duration.ofSeconds(10);
    private static final int PAUSES_IN_APPLY = 12;

    private final LabContext labContext;
    private final Lab lab;
    private final AppOrder order;
    private final SurplusScalers scalers;
    private final Set<String> applied;
    private final Set<String> removed;
    private final List<Step> steps = new ArrayList<>();
    private final AppReady.FailedOthers others = new AppReady.FailedOthers();

    private AppPlanner(LabContext labContext) {
        this.labContext = labContext;
        this.lab = labContext.lab();
        this.applied = new AppliedObjects(labContext.workspace()).apps();
        this.removed = new TreeSet<>(applied);
        lab.apps().forEach(app -> removed.remove(app.name()));
        this.scalers = SurplusScalers.of(labContext, removed);
        this.order = AppOrder.of(labContext);
    }

    public static List<Step> of(LabContext labContext) {
        AppPlanner planner = new AppPlanner(labContext);
        if (labContext.lab().hasGateways()) {
            labContext.lab().windowsMachines().forEach(planner::gateway);
        }
        planner.manifestsAccepted();
        labContext.lab().apps().forEach(planner::app);
        planner.removedApps();
        return planner.steps;
    }

    /** Of the pods of a Windows machine without flannel. */
    private void gateway(Machine machine) {
        if (lab.joinsExisting()) {
            gatewayOfOthers(machine);
            return;
        }
        add(StepBuilder.step("gateway-held", "Give the pods of " + machine.name() + " their gateway").about(machine)
                .needs(StepIds.joined(lab, machine))
                .needs(StepIds.linux(lab.nodes()).stream().map(one -> StepIds.id("machine-prepared", one))
                        .collect(Collectors.toSet()))
                .timeout(labContext.timeouts().kubeadm())
                .inputs(machine.name(), machine.address(), lab.gateways().stream()
                        .map(one -> List.of(one.name(), one.address())).toList())
                .action(new GatewayHeld(labContext, machine)));
    }

    /** Machines of a cluster of others hold it: the owner runs a script there, and this only probes. */
    private void gatewayOfOthers(Machine machine) {
        ClusterGatewayHeld held = new ClusterGatewayHeld(labContext, machine);
        add(StepBuilder.step("gateway-held", "Wait for the gateway of the pods of " + machine.name()).about(machine)
                .needs(StepIds.id("overlay-in-place", machine))
                .needs(StepIds.linux(lab.nodes()).stream().map(one -> StepIds.id("machine-prepared", one))
                        .collect(Collectors.toSet()))
                .timeout(held.longest())
                .retry(WindowsPlanner.SWITCH_RETRY)
                .inputs(machine.name(), machine.address(), lab.cluster().orElseThrow().gateways())
                .action(held));
    }

    /** Where apps come after all nodes. Otherwise they are applied as early as this. */
    private void manifestsAccepted() {
        if (lab.untaint() && !lab.joinsExisting() && !lab.apps().isEmpty()) {
            add(StepBuilder.step(StepIds.MANIFESTS_ACCEPTED, "Ask the API server if it takes the apps")
                    .needs(StepIds.clusterIsThere(lab))
                    .timeout(labContext.timeouts().apply())
                    .inputs(lab.apps(), lab.apps().stream().map(labContext.files()::manifest).toList())
                    .action(new ManifestsAccepted(labContext)));
        }
    }

    private void app(App app) {
        add(StepBuilder.step(StepIds.APP_APPLIED, "Apply the app " + app.name()).about(app)
                .needs(whenAppsMayCome())
                .needs(ids(StepIds.APP_APPLIED, order.before(app.name())))
                .needs(addonsUsed(app))
                .needs(ids(StepIds.APP_REMOVED, scalers.before(app)))
                // Helm waits for the hooks of a chart.
                .timeout(app.chart().isPresent() ? AppReady.within(labContext) : labContext.timeouts().apply())
                .retry(retry(app))
                .inputs(app, labContext.files().manifest(app))
                .action(new AppApplied(labContext, app)));
        add(StepBuilder.step(StepIds.APP_READY, "Wait until the app " + app.name() + " is ready").about(app)
                .needs(allNodesReady())
                .needs(addonsAreThere(), StepIds.id(StepIds.APP_APPLIED, app.name()))
                .timeout(AppReady.within(labContext))
                .inputs(app)
                .action(new AppReady(labContext, app, others)));
    }

    private Retry retry(App app) {
        Set<String> early = new HashSet<>();
        if (order.mayDefineKinds()) {
            early.add("manifest-kind-unknown");
        }
        if (order.mayBeEarly(app.name())) {
            // The namespace of an object may be missing yet, or again.
            early.add("api-refused");
        }
        Retry further = applied.isEmpty() ? LabContext.NETWORK_RETRY : BESIDE_REMOVALS;
        // An app's own webhook, or an earlier app's: its pod may just be starting.
        return Retry.times(PAUSES_IN_APPLY, pause(), "webhook-failed").or(early.isEmpty() ? further
                : new Retry(DEFINED_ATTEMPTS, pause(), early).or(further));
    }

    /** Not longer for emulated labs: it adds up to half a minute. */
    private Duration pause() {
        Duration part = labContext.timeouts().apply().dividedBy(PAUSES_IN_APPLY);
        return part.compareTo(DEFINED_PAUSE) < 0 ? part : DEFINED_PAUSE;
    }

    private void removedApps() {
        for (String app : removed) {
            add(StepBuilder.step(StepIds.APP_REMOVED, "Delete the objects of the app " + app).about(app)
                    .needs(StepIds.clusterIsThere(lab))
                    .timeout(labContext.timeouts().apply())
                    .retry(LabContext.NETWORK_RETRY)
                    .inputs(app)
                    .action(new AppRemoved(labContext, app)));
        }
    }

    /**
     * Immediately, so that pods exist when nodes do. With untainted control planes after all nodes are Ready: the first
     * would get all pods.
     */
    private Set<String> whenAppsMayCome() {
        return lab.untaint() ? allNodesReady() : Set.of(StepIds.clusterIsThere(lab));
    }

    private Set<String> allNodesReady() {
        Stream<String> ready = lab.nodes().stream().map(machine -> StepIds.id(StepIds.NODE_READY, machine));
        Stream<String> untainted = lab.untaint() ? Stream.of(StepIds.CONTROL_PLANE_UNTAINTED) : Stream.of();
        Stream<String> gateways = !lab.hasGateways() ? Stream.of()
                : lab.windowsMachines().stream().map(machine -> StepIds.id("gateway-held", machine));
        return Stream.of(ready, untainted, WindowsPlanner.ends(lab), gateways).flatMap(ids -> ids)
                .collect(Collectors.toSet());
    }

    /** A claim that comes before its class gets it up to 15 s later. */
    private Set<String> addonsUsed(App app) {
        List<Manifest> objects = Manifest.parse(labContext.files().manifest(app));
        return lab.addons().stream().filter(addon -> addon.need().filter(need -> objects.stream()
                .anyMatch(object -> need.mayBeOf(object.kind()))).isPresent()).map(StepIds::addonServed)
                .collect(Collectors.toSet());
    }

    private String addonsAreThere() {
        return lab.joinsExisting() ? StepIds.clusterIsThere(lab) : StepIds.ADDONS_APPLIED;
    }

    private static Set<String> ids(String kind, Collection<String> apps) {
        return apps.stream().map(app -> StepIds.id(kind, app)).collect(Collectors.toSet());
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }

    /** The cluster has no object of an app that left the lab file. */
    static final class AppRemoved implements Action {
        private final LabContext labContext;
        private final String app;

        AppRemoved(LabContext labContext, String app) {
            this.labContext = labContext;
            this.app = app;
        }

        @Override
        public boolean mayDestroy() {
            return true;
        }

        @Override
        public Probe probe(StepContext context) {
            if (!labContext.hasCluster()) {
                return Probe.absent("there is no cluster yet");
            }
            return Probe.absent("its objects are on the list of what was applied")
                    .destroying(new SurplusObjects(labContext, app).destruction());
        }

        @Override
        public Optional<String> destroysUnseen() {
            return Optional.of("delete the objects of the app " + app);
        }

        @Override
        public void run(StepContext context) {
            SurplusObjects surplus = new SurplusObjects(labContext, app);
            surplus.destruction().ifPresent(context::destroys);
            if (!surplus.paths().isEmpty()) {
                surplus.delete(context);
            }
            new WorkspaceState(labContext.workspace()).keepObjects(app, List.of());
        }
    }
}
