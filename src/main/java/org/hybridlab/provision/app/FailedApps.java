package org.hybridlab.provision.app;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.App;
import org.hybridlab.provision.app.AppWorkloads.Complaint;
import org.hybridlab.provision.context.LabContext;

/** Apps with a pod or Job that has failed for good. Recreating machines does not help, as a snapshot contains it. */
public final class FailedApps {
    static final String ID = "app-failed";

    private FailedApps() {
    }

    public static boolean areAll(List<LabException> failures) {
        return failures.stream().allMatch(failure -> failure.id().equals(ID));
    }

    /** By name; only apps whose workloads lack nothing else. */
    public static Map<String, LabException> of(LabContext labContext) {
        Map<String, LabException> all = new TreeMap<>();
        for (App app : labContext.lab().apps()) {
            try {
                AppWorkloads workloads = new AppWorkloads(labContext, app);
                List<Complaint> complaints = workloads.complaints();
                if (complaints.stream().allMatch(Complaint::forGood)) {
                    workloads.failure(complaints).ifPresent(failure -> all.put(app.name(), failure));
                }
            } catch (LabException e) {
                if (e.isInterruption()) {
                    throw e;
                }
                // An app that cannot be judged may lack anything.
            }
        }
        return all;
    }
}
