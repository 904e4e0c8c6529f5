package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;

/** Looks through a cluster's objects for what is not as it should be. */
public final class ObjectEvidence {
    /** One subject: a list that it needs and does not get ends it, and no other. */
    private interface Subject {
        void look(ClusterLists lists, ObjectLines lines);
    }

    private ObjectEvidence() {
    }

    /**
     * @param lab whose cluster it is; empty: nobody knows what the cluster should have
     * @param machines names of those that were brought up
     * @param podless paths of services whose pods are missing for a reason that is told already
     * @param since what ended before is history
     * @param gaps told what could not be looked at, a sentence each
     * @throws LabException {@code api-unreachable} if nothing answers
     */
    public static void of(ApiServer api, Optional<Lab> lab, Set<String> machines, Set<String> podless, Duration since,
                          ObjectLines lines, Consumer<String> gaps) {
        ClusterLists lists = new ClusterLists(api, lab);
        List<Subject> subjects = List.of(AdministratorEvidence::of, AdmissionEvidence::of,
                ApiServiceEvidence::of, DeletionEvidence::of,
                (all, said) -> NodeObjectEvidence.of(all, machines, said), SystemObjectEvidence::of,
                DnsObjectEvidence::of, PodNetworkObjectEvidence::of, PodNetworkObjectEvidence::policies,
                ControlLoopEvidence::of,
                ControllerEvidence::refusals, ControllerEvidence::selectors, ControllerEvidence::autoscalers,
                (all, said) -> ControllerEvidence.jobs(all, since, said),
                (all, said) -> RevisionEvidence.of(all, since, said),
                (all, said) -> ServiceEvidence.selectors(all, podless, said),
                ServiceEvidence::loadBalancers, ServiceEvidence::ingresses, ServicePortEvidence::of,
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
}
