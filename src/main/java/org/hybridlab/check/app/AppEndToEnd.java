package org.hybridlab.check.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import org.hybridlab.check.cluster.ClusterDns;
import org.hybridlab.check.cluster.NodePortReachable;
import org.hybridlab.check.cluster.NodesReady;
import org.hybridlab.check.cluster.PodNetwork;
import org.hybridlab.check.cluster.PodsStart;
import org.hybridlab.check.cluster.ServiceReachable;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.windows.HybridNodePort;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Rollout;
import org.hybridlab.config.model.App;

/**
 * An app from end to end: its workloads have the desired pods at the desired places, and its page answers on machines'
 * addresses, with the pods that it must name.
 */
public final class AppEndToEnd implements Check {
    static final Set<String> WAY = Set.of(ClusterDns.ID, ServiceReachable.ID);
    static final Set<String> BELOW = Set.of(NodesReady.ID, PodsStart.ID, PodNetwork.ID, ClusterDns.ID,
            ServiceReachable.ID, NodePortReachable.ID, HybridNodePort.ID);

    private final App app;

    public AppEndToEnd(App app) {
        this.app = app;
    }

    @Override
    public String id() {
        return CheckResult.idOfApp(app.name());
    }

    @Override
    public String title() {
        return "The app %s works from end to end".formatted(app.name());
    }

    @Override
    public String how() {
        return "its workloads' pods, and its page by HTTP: from this host on every machine's address, and from a pod "
                + "to each pod behind it and to its Service";
    }

    @Override
    public Set<String> dependsOn() {
        return BELOW;
    }

    /** A lost DNS query costs a pod seconds, and delays later ones for the same name. */
    @Override
    public Set<String> awaits() {
        return WAY;
    }

    @Override
    public Verdict judge(CheckContext context) {
        List<Manifest> objects = Manifest.parse(context.manifests().get(app.name()));
        AtomicReference<List<Workloads.Named>> named = new AtomicReference<>();
        PageLooks looks = new PageLooks(context, app.nodePort().orElse(0), app.path(),
                page -> page.complaint(named.get()));
        Verdict verdict = context.watchPages("the app %s works".formatted(app.name()), context.timeouts().within(),
                page -> look(context, objects, page, named, looks));
        return app.nodePort().isEmpty() ? verdict : looks.confirmed(verdict, Optional.empty());
    }

    private Observation look(CheckContext context, List<Manifest> objects, Duration page,
                             AtomicReference<List<Workloads.Named>> named, PageLooks looks) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        Workloads workloads = new Workloads(context, app, objects);
        workloads.judge(complaints, evidence);
        if (complaints.isEmpty() && !workloads.simulated().isEmpty()) {
            return new Observation(true, "The pods of %s are where they should be%s.".formatted(app.name(),
                    app.nodePort().isPresent() ? ", and its page was not asked" : ""), evidence)
                    .with(workloads.simulated());
        }
        if (!complaints.isEmpty() || app.nodePort().isEmpty()) {
            return Observation.of(complaints, there(workloads), evidence).hopelessIf(workloads.isHopeless())
                    .movesAt(workloads.next());
        }
        named.set(workloads.namedOnPage());
        PageMachines machines = PageMachines.of(context, app.nodePort().get(), Optional.empty());
        machines.nobody().ifPresent(complaints::add);
        looks.first(machines.asked(), page, AppPage::text, complaints, evidence);
        List<String> alone = complaints.isEmpty() ? List.of() : withoutPods(context, objects);
        complaints.addAll(0, alone);
        return Observation.of(complaints, (machines.asked().isEmpty() ? there(workloads)
                : "All of %s answers, on all machines%s.".formatted(app.name(), machines.local()
                        ? " that have its pods" : "")) + machines.others(), evidence).hopelessIf(!alone.isEmpty());
    }

    /** Services that select none of the app's pods, although all exist. */
    private static List<String> withoutPods(CheckContext context, List<Manifest> objects) {
        return objects.stream().filter(object -> object.kind().equals("Service")).filter(object ->
                context.cluster().api().find("/api/v1/namespaces/%s/services/%s".formatted(object.namespace(),
                        object.name())).map(live -> Rollout.selector(live.path("spec").path("selector")))
                        .filter(selector -> !selector.isEmpty()
                                && context.cluster().pods(object.namespace(), selector).isEmpty()).isPresent())
                .map(object -> "%s selects no pod".formatted(object.reference())).toList();
    }

    private String there(Workloads workloads) {
        return "All of %s is in the cluster%s.".formatted(app.name(), workloads.podsInWords());
    }
}
