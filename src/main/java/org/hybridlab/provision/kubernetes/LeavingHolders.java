package org.hybridlab.provision.kubernetes;

import java.util.List;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/**
 * Control planes that the lab file no longer names, and that hold the lab's cluster while its first one is lost: to
 * initialise there would give the cluster up, and empty the etcd that it uses.
 *
 * @param first control plane of the lab file
 * @param leaving those that joined and leave, whether their machines are still there or not
 */
record LeavingHolders(LabContext labContext, Machine first, Set<String> leaving) {
    /** Those whose machines the provider still has. */
    List<String> there(StepContext context) {
        return leaving.stream().filter(name -> !labContext.created().state(name, context.cancellation()).isAbsent())
                .sorted().toList();
    }

    /** @throws LabException {@code control-plane-gone} if there is one */
    void mustBeNone(StepContext context) {
        List<String> there = there(context);
        if (!there.isEmpty()) {
            throw LabException.labFailed(ControlPlanePeers.GONE, "%s is lost, and the cluster lives on %s, which the "
                    .formatted(first.name(), String.join(", ", there)) + "lab file no longer names.",
                    "Put %s back into the lab file and run `hybridlab up %s`: %s joins again. Then take %s out."
                            .formatted(there.get(0), labContext.word(), first.name(), there.get(0)));
        }
    }
}
