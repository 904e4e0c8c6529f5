package org.hybridlab.service.check;

import org.hybridlab.diagnose.Finding;
import org.hybridlab.provision.context.LabContext;

/** Leaves commands to the user that would change more in this lab than the finding needs. */
record FixLimits(boolean foreignCluster) {
    private static final String FOREIGN = "--fix leaves this to you, because the cluster is not the lab's own.";

    static FixLimits of(LabContext labContext) {
        return new FixLimits(labContext.lab().joinsExisting());
    }

    Finding limited(Finding finding) {
        return finding.safe() && foreignCluster && runs(finding, "kubectl") ? finding.leftToUser(FOREIGN) : finding;
    }

    private static boolean runs(Finding finding, String command) {
        return finding.commands().stream().anyMatch(line -> line.startsWith("hybridlab " + command + " "));
    }
}
