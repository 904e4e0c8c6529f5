package org.hybridlab.provision.addon;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Outlook;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.api.Rollout;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** All pods of CoreDNS are available, and kube-proxy and the pod network have a ready pod on all Linux nodes. */
public final class SystemPodsReady implements Action {
    private static final String KUBE_SYSTEM = "/apis/apps/v1/namespaces/kube-system/";

    private static final Duration USUAL = Duration.ofSeconds(10);

    private final LabContext labContext;
    /** Machines' clocks may differ. */
    private final Instant begun = Instant.now().minusSeconds(5);

    public SystemPodsReady(LabContext labContext) {
        this.labContext = labContext;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        try {
            return look();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Probe.unknown(e.what() + e.why().map(why -> " " + why).orElse(""));
        }
    }

    private Probe look() {
        Workload dns = workload(KUBE_SYSTEM + "deployments/coredns");
        List<Workload> daemonSets = daemonSets();
        Set<String> ours = StepIds.linux(labContext.lab().nodes()).stream().map(Machine::name)
                .collect(Collectors.toSet());
        int others = (int) labContext.cluster().nodes().stream()
                .filter(node -> node.os().equals("linux") && !ours.contains(node.name())).count();
        List<String> missing = new ArrayList<>();
        dns.missing(dns.replicas(), "updatedReplicas", "availableReplicas").ifPresent(missing::add);
        daemonSets.forEach(one -> one.missing(Math.max(ours.size(), one.status("desiredNumberScheduled") - others),
                "updatedNumberScheduled", others == 0 ? "numberAvailable" : "updatedNumberScheduled")
                .ifPresent(missing::add));
        if (missing.isEmpty()) {
            List<Pod> pods = labContext.cluster().pods();
            dns.missing(dns.replicas(), pods).ifPresent(missing::add);
            daemonSets.forEach(one -> one.missingOn(ours, pods).ifPresent(missing::add));
        }
        return missing.isEmpty() ? Probe.present(all() + " are ready")
                : Probe.absent(String.join(", ", missing));
    }

    private List<Workload> daemonSets() {
        List<Workload> all = new ArrayList<>(List.of(workload(KUBE_SYSTEM + "daemonsets/kube-proxy")));
        Manifest.parse(labContext.files().podNetwork()).stream().filter(object -> object.kind().equals("DaemonSet"))
                .map(object -> workload(labContext.cluster().path(object))).forEach(all::add);
        return all;
    }

    private Workload workload(String path) {
        return new Workload(path.substring(path.lastIndexOf('/') + 1),
                labContext.cluster().api().find(path).orElseGet(MissingNode::getInstance));
    }

    private String all() {
        return "CoreDNS, kube-proxy and " + labContext.lab().network().plugin().title();
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().appReady();
    }

    @Override
    public void run(StepContext context) {
        Instant started = Instant.now();
        Wait.until(all() + " are ready", longest())
                .every(labContext.timeouts().look())
                .orFail("system-pods-not-ready", "See them: hybridlab kubectl %s get pods -A -o wide. `hybridlab "
                        .formatted(labContext.word()) + "diagnose` looks for the cause.")
                .that(() -> probe(context), seen -> seen.isPresent() || hopeless(started).isPresent(), Probe::reason,
                        context.cancellation());
        hopeless(started).filter(outlook -> !probe(context).isPresent()).ifPresent(outlook -> {
            throw LabException.labFailed("system-pods-not-ready", "Kubernetes' own pods can never be ready as they "
                    + "are.", "`hybridlab diagnose %s` looks for the cause.".formatted(labContext.word()))
                    .because(outlook.words());
        });
    }

    /** Empty for some time, as the API server is busy at first. */
    private Optional<Outlook> hopeless(Instant started) {
        return Instant.now().isBefore(started.plus(USUAL)) ? Optional.empty()
                : PodNetworkPlugin.systemNamespaces().stream().flatMap(namespace -> LabException.known(() ->
                labContext.prospects(begun).hopeless(namespace, labContext.cluster().pods(namespace).stream()
                        .filter(pod -> !pod.ready() && !pod.ended() && !pod.deleting()).toList())).stream())
                .flatMap(Optional::stream).findFirst();
    }

    /** A Deployment or DaemonSet; a missing node if it does not exist. */
    private record Workload(String name, JsonNode object) {
        int status(String field) {
            return object.path("status").path(field).asInt(0);
        }

        int replicas() {
            return object.path("spec").path("replicas").asInt(1);
        }

        /** By its status, such as "coredns has 1 of 2 pods available". */
        Optional<String> missing(int wanted, String updated, String available) {
            if (object.isMissingNode()) {
                return Optional.of("there is no " + name);
            }
            boolean seen = object.path("status").path("observedGeneration").asLong(0)
                    >= object.path("metadata").path("generation").asLong(0);
            return lack(seen ? Math.min(status(updated), status(available)) : 0, wanted);
        }

        /** A Deployment by its pods: its status is outdated until the controller manager has started. */
        Optional<String> missing(int wanted, List<Pod> pods) {
            return lack(new Rollout("Deployment", object).own(pods).stream().filter(Pod::ready).count(), wanted);
        }

        private Optional<String> lack(long ready, int wanted) {
            return ready >= wanted ? Optional.empty()
                    : Optional.of("%s has %d of %d pods available".formatted(name, ready, wanted));
        }

        /** A DaemonSet by its pods. Its own count may exclude nodes, and nodes may outlive their machines. */
        Optional<String> missingOn(Set<String> nodes, List<Pod> pods) {
            long served = new Rollout("DaemonSet", object).own(pods).stream().filter(Pod::ready)
                    .flatMap(pod -> pod.node().stream()).filter(nodes::contains).distinct().count();
            return lack(served, nodes.size());
        }
    }
}
