package org.hybridlab.service.check;

import java.util.List;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.diagnose.Finding;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.LabContext;

/**
 * Leaves commands to the user that would change more of a lab than the finding needs.
 *
 * @param word what the user calls the lab
 * @param changed whether the lab file asks for what no `up` has applied yet
 */
record FixLimits(String word, boolean foreignCluster, boolean changed) {
    private static final Set<String> APPLY_THE_FILE = Set.of("up", "resume");

    static FixLimits of(LabContext labContext, String word) {
        return new FixLimits(word, labContext.lab().joinsExisting(), isChanged(labContext));
    }

    private static boolean isChanged(LabContext labContext) {
        try {
            return !LabChanges.of(labContext).orElse(List.of()).isEmpty();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            // What cannot be read or rendered stops `up`, too.
            return false;
        }
    }

    Finding limited(Finding finding) {
        if (finding.safe() && foreignCluster && runs(finding, Set.of("kubectl"))) {
            return finding.leftToUser("--fix leaves this to you, because the cluster is not the lab's own.");
        }
        return finding.safe() && changed && runs(finding, APPLY_THE_FILE) ? finding.leftToUser(
                ("--fix leaves this to you, because it would also apply changes of the lab file. See them with "
                        + "hybridlab plan %s.").formatted(word)) : finding;
    }

    private static boolean runs(Finding finding, Set<String> commands) {
        return finding.commands().stream().anyMatch(line -> commands.contains(ShellQuoting.split(line).get(1)));
    }
}
