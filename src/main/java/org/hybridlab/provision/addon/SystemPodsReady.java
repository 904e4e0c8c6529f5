package org.hybridlab.provision.addon;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Machine;
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

    private final LabContext labContext;

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
            if (e.exitCode() == ExitCode.INTERRUPTED) {
                throw e;
            }
            return Probe.unknown(e.what() + e.why().map(why -> " " + why).orElse(""));
        }
    }

    private Probe look() {
        List<String> missing = new ArrayList<>();
        deployment(KUBE_SYSTEM + "deployments/coredns").ifPresent(missing::add);
        Set<String> ours = StepIds.linux(labContext.lab().nodes()).stream().map(Machine::name)
                .collect(Collectors.toSet());
        int others = (int) labContext.cluster().nodes().stream()
                .filter(node -> node.os().equals("linux") && !ours.contains(node.name())).count();
        daemonSet(KUBE_SYSTEM + "daemonsets/kube-proxy", ours, others).ifPresent(missing::add);
        Manifest.parse(labContext.files().podNetwork()).stream().filter(object -> object.kind().equals("DaemonSet"))
                .map(labContext.cluster()::path).forEach(path -> daemonSet(path, ours, others).ifPresent(missing::add));
        return missing.isEmpty() ? Probe.present(all() + " are ready")
                : Probe.absent(String.join(", ", missing));
    }

    private String all() {
        return "CoreDNS, kube-proxy and " + labContext.lab().network().plugin().title();
    }

    private Optional<String> deployment(String path) {
        Workload workload = Workload.of(labContext.cluster().api().find(path));
        int wanted = workload.object().path("spec").path("replicas").asInt(1);
        return workload.missing(path, wanted, "updatedReplicas", "availableReplicas");
    }

    /**
     * Its own number is no measure: a selector that somebody added may keep it off nodes, and a node stays for a while,
     * or for good, when its machine is gone. What counts is a ready pod on each of the lab's nodes.
     *
     * @param others how many more Linux nodes there are
     */
    private Optional<String> daemonSet(String path, Set<String> ours, int others) {
        Workload workload = Workload.of(labContext.cluster().api().find(path));
        int wanted = Math.max(ours.size(), workload.status("desiredNumberScheduled") - others);
        if (others == 0) {
            return workload.missing(path, wanted, "updatedNumberScheduled", "numberAvailable");
        }
        Optional<String> missing = workload.missing(path, wanted, "updatedNumberScheduled", "updatedNumberScheduled");
        return missing.isPresent() ? missing : onEach(ours, path.substring(path.lastIndexOf('/') + 1));
    }

    private Optional<String> onEach(Set<String> ours, String daemonSet) {
        long served = labContext.cluster().pods().stream().filter(Pod::ready)
                .filter(pod -> pod.owner().equals(Optional.of("DaemonSet/" + daemonSet)))
                .flatMap(pod -> pod.node().stream()).filter(ours::contains).distinct().count();
        return served == ours.size() ? Optional.empty()
                : Optional.of("%s has %d of %d pods available".formatted(daemonSet, served, ours.size()));
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().appReady();
    }

    @Override
    public void run(StepContext context) {
        Wait.until(all() + " are ready", longest())
                .every(labContext.timeouts().look())
                .orFail("system-pods-not-ready", "See them: hybridlab kubectl %s get pods -A -o wide. `hybridlab "
                        .formatted(labContext.lab().name()) + "diagnose` looks for the cause.")
                .that(() -> probe(context), Probe::isPresent, Probe::reason, context.cancellation());
    }

    /** A Deployment or DaemonSet as the cluster has it; a missing node if it has none. */
    private record Workload(JsonNode object) {
        static Workload of(Optional<JsonNode> found) {
            return new Workload(found.orElseGet(MissingNode::getInstance));
        }

        int status(String field) {
            return object.path("status").path(field).asInt(0);
        }

        /** What is missing, for example "coredns has 1 of 2 pods available". */
        Optional<String> missing(String path, int wanted, String updated, String available) {
            String name = path.substring(path.lastIndexOf('/') + 1);
            if (object.isMissingNode()) {
                return Optional.of("there is no " + name);
            }
            boolean seen = object.path("status").path("observedGeneration").asLong(0)
                    >= object.path("metadata").path("generation").asLong(0);
            if (seen && status(updated) >= wanted && status(available) >= wanted) {
                return Optional.empty();
            }
            return Optional.of("%s has %d of %d pods available".formatted(name,
                    seen ? Math.min(status(updated), status(available)) : 0, wanted));
        }
    }
}
