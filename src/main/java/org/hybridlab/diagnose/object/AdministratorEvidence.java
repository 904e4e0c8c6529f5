package org.hybridlab.diagnose.object;

import org.hybridlab.cluster.api.FullRights;

/** Whether the lab's administrator may still do everything in the lab's own cluster. */
final class AdministratorEvidence {
    private AdministratorEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        if (lists.ownCluster().isPresent() && FullRights.areLost(lists.api())) {
            lines.say("the lab's administrator may not do everything in the cluster");
        }
    }
}
