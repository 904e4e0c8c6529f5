package org.hybridlab.check.app;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Outlook;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.api.Workload;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import tools.jackson.databind.JsonNode;

/** An app's objects in the cluster, against its manifest and the lab file. */
final class Workloads {
    /** On a Service: Deployments whose pods the page must name, separated by blanks. */
    private static final String PAGE_NAMES = "hybridlab.org/page-names";
    /** On a Deployment, {@code "true"}: if control planes run ordinary pods, one of its pods runs there. */
    private static final String ON_CONTROL_PLANE = "hybridlab.org/on-control-plane";

    private final CheckContext context;
    private final App app;
    private final List<Manifest> objects;
    private final Set<String> simulatedNodes;
    private final List<Named> named = new ArrayList<>();
    private final Set<String> simulated = new TreeSet<>();
    private final List<String> empty = new ArrayList<>();
    private boolean hopeless;
    private Optional<Instant> next = Optional.empty();
    private boolean anyReady;
    private boolean anyCompleted;

    Workloads(CheckContext context, App app, List<Manifest> objects) {
        this.context = context;
        this.app = app;
        this.objects = objects;
        this.simulatedNodes = context.simulatedNodes();
    }

    /** @param pods names of a Deployment's ready pods */
    record Named(String deployment, List<String> pods) {
    }

    /** Pods that the page must name. Known after {@link #judge}. */
    List<Named> namedOnPage() {
        return List.copyOf(named);
    }

    /** Simulated nodes with ready pods. Known after {@link #judge}. */
    Set<String> simulated() {
        return Set.copyOf(simulated);
    }

    /** Whether waiting is useless. Known after {@link #judge}. */
    boolean isHopeless() {
        return hopeless;
    }

    /** When the first controller tries again. Known after {@link #judge}. */
    Optional<Instant> next() {
        return next;
    }

    void judge(List<String> complaints, List<String> evidence) {
        for (Manifest object : objects) {
            // A failed read does not mean that the object is missing.
            Optional<JsonNode> live = context.cluster().find(object);
            if (live.isEmpty()) {
                missing(object, complaints, evidence);
                continue;
            }
            if (Workload.isOne(object)) {
                workload(object, new Workload(object.kind(), live.get()), complaints, evidence);
            }
            pageNames(object, live.get(), complaints);
        }
        if (complaints.isEmpty() && !anyReady && !anyCompleted && !empty.isEmpty()) {
            complaints.add("no pod runs: %s found no node for one".formatted(String.join(" and ", empty)));
        }
    }

    /** Ready or completed pods, as the end of a sentence. Known once {@link #judge} has no complaint. */
    String podsInWords() {
        return anyReady && anyCompleted ? ", and its pods are ready or completed"
                : anyReady ? ", and its pods are ready" : anyCompleted ? ", and its pods are completed" : "";
    }

    private void missing(Manifest object, List<String> complaints, List<String> evidence) {
        if (object.isDeletedWhenFinished()) {
            evidence.add(object.reference() + " is gone, as it deletes itself after its end");
        } else {
            hopeless = true;
            complaints.add("%s is not in the cluster".formatted(object.reference()));
        }
    }

    private void workload(Manifest object, Workload workload, List<String> complaints, List<String> evidence) {
        List<Pod> pods = workload.pods(context.cluster());
        List<Pod> ready = pods.stream().filter(Pod::ready).toList();
        ready.stream().flatMap(pod -> pod.node().stream()).filter(simulatedNodes::contains).forEach(simulated::add);
        int wanted = wanted(object, workload);
        Optional<String> complaint = workload.complaint(wanted, () -> pods);
        if (complaint.isPresent()) {
            Outlook outlook = context.prospects().of(workload);
            Optional<String> reason = Optional.of(outlook.words());
            if (outlook.isHopeless()) {
                hopeless = true;
            } else {
                next = next.or(outlook::at);
                reason = workload.reason(pods);
            }
            complaints.add(complaint.get() + reason.map(": "::concat).orElse(""));
            return;
        }
        anyReady |= !ready.isEmpty();
        if (workload.isCompleted()) {
            anyCompleted = true;
            evidence.add(object.reference() + " is completed");
        }
        if (wanted == 0 && object.kind().equals("DaemonSet")) {
            empty.add(object.reference());
        }
        ready.forEach(pod -> evidence.add("%s on %s".formatted(pod.name(), pod.node().orElseThrow())));
        if (asksForControlPlane(workload) && ready.stream().noneMatch(this::onControlPlane)) {
            complaints.add("no pod of %s runs on a control plane".formatted(object.reference()));
        }
    }

    private boolean asksForControlPlane(Workload workload) {
        return context.lab().untaint() && workload.live().path("metadata").path("annotations").path(ON_CONTROL_PLANE)
                .asString("").equals("true");
    }

    /** From the lab's files, unless an autoscaler decides. If they have none, any number but zero is fine. */
    private int wanted(Manifest object, Workload workload) {
        if (object.kind().equals("DaemonSet") || workload.isAutoscaled(context.cluster())) {
            return workload.wanted();
        }
        Integer scaled = object.kind().equals("Deployment") ? app.scale().get(object.name()) : null;
        return scaled != null ? scaled : object.replicas().orElse(Math.max(1, workload.wanted()));
    }

    private boolean onControlPlane(Pod pod) {
        return pod.node().flatMap(context.lab()::machine).map(Machine::role)
                .filter(role -> role == Role.CONTROL_PLANE).isPresent();
    }

    private void pageNames(Manifest object, JsonNode live, List<String> complaints) {
        String names = live.path("metadata").path("annotations").path(PAGE_NAMES).asString("");
        Stream.of(names.split(" ")).filter(name -> !name.isEmpty()).forEach(name -> deployment(object.namespace(), name)
                .ifPresentOrElse(found -> named.add(new Named(name, found.pods(context.cluster()).stream()
                                .filter(Pod::ready).map(Pod::name).toList())),
                        () -> complaints.add("%s wants deployment/%s on the page, which is not in the cluster"
                                .formatted(object.reference(), name))));
    }

    private Optional<Workload> deployment(String namespace, String name) {
        return context.cluster().api().find("/apis/apps/v1/namespaces/%s/deployments/%s".formatted(namespace, name))
                .map(live -> new Workload("Deployment", live));
    }
}
