package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.FullRights;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Lab;

public final class ObjectEvidence {
    /** A failed list ends its own subject only. */
    private interface Subject {
        void look(ClusterLists lists, ObjectLines lines);
    }

    private ObjectEvidence() {
    }

    /**
     * @param lab empty: nobody knows what the cluster should have
     * @param podless paths of services whose missing pods are explained already
     * @param since ignores earlier ends
     * @param gaps gets a sentence for what could not be read
     * @throws LabException {@code api-unreachable} if nothing answers
     */
    public static void of(ApiServer api, Optional<Lab> lab, Set<String> machines, Set<String> podless, Duration since,
                          ObjectLines lines, Consumer<String> gaps) {
        ClusterLists lists = new ClusterLists(api, lab);
        List<Subject> subjects = List.of(AdministratorEvidence::of, AdmissionEvidence::of,
                ApiServiceEvidence::of, DeletionEvidence::of,
                (all, said) -> NodeObjectEvidence.of(all, machines, said), SystemObjectEvidence::of,
                SystemObjectEvidence::dns, SystemObjectEvidence::podNetwork, SystemObjectEvidence::policies,
                ControlLoopEvidence::of,
                ControllerEvidence::refusals, ControllerEvidence::selectors, ControllerEvidence::autoscalers,
                (all, said) -> ControllerEvidence.jobs(all, since, said),
                (all, said) -> ControllerEvidence.revisions(all, since, said),
                (all, said) -> ServiceEvidence.selectors(all, podless, said),
                ServiceEvidence::loadBalancers, ServiceEvidence::ingresses, ServiceEvidence::ports,
                VolumeClaimEvidence::of, DisruptionBudgetEvidence::of,
                CertificateRequestEvidence::of, PendingPodEvidence::of);
        Set<String> told = new LinkedHashSet<>();
        for (Subject subject : subjects) {
            try {
                subject.look(lists, lines);
            } catch (LabException e) {
                if (e.isInterruption() || e.id().equals("api-unreachable")) {
                    throw e;
                }
                told.add(e.what());
            }
        }
        told.forEach(gaps);
    }

    /** A sentence for each policy that nothing in the lab's own cluster enforces; none if it does not answer. */
    public static List<String> policiesWithoutEffect(ApiServer api, Lab lab) {
        List<String> lines = new ArrayList<>();
        LabException.known(() -> {
            SystemObjectEvidence.policies(new ClusterLists(api, Optional.of(lab)), (place, line) ->
                    Addons.installed().stream().filter(Addon::holdsPolicies).forEach(addon -> lines.add(
                            line + ". Write `%s: true` into the lab file.".formatted(addon.name()))));
            return lines;
        });
        return lines;
    }

    /** Whether the administrator still has full rights in the lab's own cluster. */
    static final class AdministratorEvidence {
        private AdministratorEvidence() {
        }

        static void of(ClusterLists lists, ObjectLines lines) {
            if (lists.ownCluster().isPresent() && FullRights.areLost(lists.api())) {
                lines.say("the lab's administrator may not do everything in the cluster");
            }
        }
    }

    static final class CertificateRequestEvidence {
        private static final Duration MOMENT = Duration.ofSeconds(60);

        private CertificateRequestEvidence() {
        }

        static void of(ClusterLists lists, ObjectLines lines) {
            lists.of("/apis/certificates.k8s.io/v1/certificatesigningrequests").stream()
                    .filter(request -> request.at("status", "conditions").isEmpty()
                            && request.isOlderThan(MOMENT, lists.now()))
                    .forEach(request -> lines.say("CertificateSigningRequest %s of %s waits for an approval".formatted(
                            request.name(), request.text("spec", "username"))));
        }
    }

    /** Budgets that block the drain of a cordoned node. Elsewhere a budget of zero is no fault. */
    static final class DisruptionBudgetEvidence {
        private DisruptionBudgetEvidence() {
        }

        static void of(ClusterLists lists, ObjectLines lines) {
            Set<String> cordoned = lists.of("/api/v1/nodes").stream()
                    .filter(node -> node.at("spec", "unschedulable").asBoolean(false)).map(LiveObject::name)
                    .collect(Collectors.toSet());
            if (cordoned.isEmpty()) {
                return;
            }
            for (LiveObject budget : lists.of("/apis/policy/v1/poddisruptionbudgets")) {
                Map<String, String> selector = LiveObject.texts(budget.at("spec", "selector", "matchLabels"));
                List<LiveObject> kept = selector.isEmpty() || budget.at("status", "disruptionsAllowed").asInt(1) > 0
                        ? List.of() : lists.of("/api/v1/pods").stream().filter(pod -> pod.namespace().equals(
                        budget.namespace()) && cordoned.contains(pod.text("spec", "nodeName")) && !pod.isEnding()
                        && LiveObject.texts(pod.at("metadata", "labels")).entrySet().containsAll(selector.entrySet()))
                        .toList();
                kept.stream().findFirst().ifPresent(pod -> lines.say(
                        "PodDisruptionBudget %s lets no pod go, and %s is on the cordoned node %s".formatted(
                                budget.fullName(), pod.name(), pod.text("spec", "nodeName"))));
            }
        }
    }
}
