package org.hybridlab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.failure.LabException;
import org.hybridlab.kubernetes.Manifest;
import org.hybridlab.kubernetes.Pod;
import org.hybridlab.lab.App;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.Role;

import tools.jackson.databind.JsonNode;

/** The objects of an app as the cluster has them, against what its manifest and the lab file want. */
final class Workloads {
    /** On a Service: the Deployments of which a pod must be named on the app's page, between spaces. */
    private static final String PAGE_NAMES = "hybridlab.org/page-names";
    /** On a Deployment, {@code "true"}: if control planes run ordinary pods, one of them runs one of these. */
    private static final String ON_CONTROL_PLANE = "hybridlab.org/on-control-plane";
    private static final Set<String> KINDS = Set.of("Deployment", "StatefulSet", "DaemonSet");

    private final CheckContext context;
    private final App app;
    private final List<Manifest> objects;
    private final Set<String> simulatedNodes;
    private final List<Named> named = new ArrayList<>();
    private final Set<String> simulated = new TreeSet<>();

    Workloads(CheckContext context, App app, List<Manifest> objects) {
        this.context = context;
        this.app = app;
        this.objects = objects;
        this.simulatedNodes = context.simulatedNodes();
    }

    /** @param pods names of the ready pods of a Deployment */
    record Named(String deployment, List<String> pods) {
    }

    /** What the page must name; known once {@link #judge} is through. */
    List<Named> namedOnPage() {
        return List.copyOf(named);
    }

    /** The simulated nodes that ready pods are on; known once {@link #judge} is through. */
    Set<String> simulated() {
        return Set.copyOf(simulated);
    }

    void judge(List<String> complaints, List<String> evidence) {
        for (Manifest object : objects) {
            try {
                JsonNode live = context.cluster().get(object);
                if (KINDS.contains(object.kind())) {
                    workload(object, live, complaints, evidence);
                }
                pageNames(object, live);
            } catch (LabException e) {
                if (!e.id().equals("api-refused")) {
                    throw e;
                }
                complaints.add("%s is not in the cluster".formatted(object.reference()));
            }
        }
    }

    private void workload(Manifest object, JsonNode live, List<String> complaints, List<String> evidence) {
        List<Pod> ready = pods(object.namespace(), live).stream().filter(Pod::ready).toList();
        ready.stream().flatMap(pod -> pod.node().stream()).filter(simulatedNodes::contains).forEach(simulated::add);
        int wanted = wanted(object, live);
        if (ready.size() != wanted) {
            complaints.add("%s has %d of %d pods ready%s".formatted(object.reference(), ready.size(), wanted,
                    reason(object, live)));
            return;
        }
        ready.forEach(pod -> evidence.add("%s on %s".formatted(pod.name(), pod.node().orElseThrow())));
        boolean asked = live.path("metadata").path("annotations").path(ON_CONTROL_PLANE).asString("").equals("true");
        if (asked && context.lab().untaint() && ready.stream().noneMatch(this::onControlPlane)) {
            complaints.add("no pod of %s runs on a control plane".formatted(object.reference()));
        }
    }

    private int wanted(Manifest object, JsonNode live) {
        if (object.kind().equals("DaemonSet")) {
            return live.path("status").path("desiredNumberScheduled").asInt();
        }
        Integer scaled = object.kind().equals("Deployment") ? app.scale().get(object.name()) : null;
        return scaled != null ? scaled : object.replicas();
    }

    private String reason(Manifest object, JsonNode live) {
        return pods(object.namespace(), live).stream().filter(pod -> !pod.ready() && !pod.deleting()).findFirst()
                .map(pod -> ": %s: %s".formatted(pod.name(), pod.words())).orElse("");
    }

    private boolean onControlPlane(Pod pod) {
        return pod.node().flatMap(context.lab()::machine).map(Machine::role)
                .filter(role -> role == Role.CONTROL_PLANE).isPresent();
    }

    private List<Pod> pods(String namespace, JsonNode workload) {
        String selector = workload.path("spec").path("selector").path("matchLabels").properties().stream()
                .map(label -> label.getKey() + "=" + label.getValue().asString()).collect(Collectors.joining(","));
        return context.cluster().pods(namespace, selector);
    }

    private void pageNames(Manifest object, JsonNode live) {
        String names = live.path("metadata").path("annotations").path(PAGE_NAMES).asString("");
        Stream.of(names.split(" ")).filter(name -> !name.isEmpty()).forEach(name -> named.add(new Named(name,
                pods(object.namespace(), deployment(object.namespace(), name)).stream().filter(Pod::ready)
                        .map(Pod::name).toList())));
    }

    private JsonNode deployment(String namespace, String name) {
        return context.cluster().api().get("/apis/apps/v1/namespaces/%s/deployments/%s".formatted(namespace, name));
    }
}
