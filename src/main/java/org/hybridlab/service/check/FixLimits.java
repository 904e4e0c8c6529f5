package org.hybridlab.service.check;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.diagnose.Finding;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.KubeadmInit;

/**
 * Leaves commands to the user if they change more than a finding needs.
 *
 * @param changed whether the lab file has changes that no `up` has applied
 * @param withoutSettings machine without kubeadm's settings for manifests and objects
 */
record FixLimits(String labName, boolean foreignCluster, boolean changed, Optional<String> withoutSettings) {
    /** In the facts of a machine. */
    private static final String NO_SETTINGS = "first control plane without settings of kubeadm init";
    private static final Set<String> APPLY_THE_FILE = Set.of("up", "resume");

    static FixLimits of(LabContext labContext, List<Evidence> evidence) {
        return new FixLimits(labContext.word(), labContext.lab().joinsExisting(), isChanged(labContext),
                evidence.stream()
                .filter(one -> one.kind() == EvidenceKind.MACHINE && one.lines().contains(NO_SETTINGS))
                .map(Evidence::place).findFirst());
    }

    private static boolean isChanged(LabContext labContext) {
        try {
            return !LabChanges.of(labContext).orElse(List.of()).isEmpty();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            // An unreadable lab stops `up` too.
            return false;
        }
    }

    Finding limited(Finding finding) {
        return finding.safe() ? reason(finding).map(reason -> finding.leftToUser("--fix leaves this to you, because "
                + reason)).orElse(finding) : finding;
    }

    private Optional<String> reason(Finding finding) {
        if (foreignCluster && runs(finding, Set.of("kubectl"))) {
            return Optional.of("the cluster is not the lab's own.");
        }
        if (changed && runs(finding, APPLY_THE_FILE)) {
            return Optional.of("it would also apply changes of the lab file. See them with hybridlab plan %s."
                    .formatted(labName));
        }
        return withoutSettings.filter(machine -> finding.commands().stream()
                .anyMatch(line -> line.contains(KubeadmInit.CONFIG))).map(machine -> "%s has no %s. Copy it there from "
                .formatted(machine, KubeadmInit.CONFIG) + "kubernetes/ of the lab's workspace first.");
    }

    private static boolean runs(Finding finding, Set<String> commands) {
        return finding.commands().stream().anyMatch(line -> commands.contains(ShellQuoting.split(line).get(1)));
    }
}
