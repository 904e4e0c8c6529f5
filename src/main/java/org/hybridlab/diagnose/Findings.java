package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks for all known failures in all evidence. */
final class Findings {
    private final KnownFailures known;
    private final String lab;
    /** What each machine says of how it is now. */
    private final Map<String, List<String>> machines = new HashMap<>();
    /** By id, place and what to do: objects of one place are cured one by one. */
    private final Map<String, Finding> found = new LinkedHashMap<>();

    private Findings(KnownFailures known, String lab) {
        this.known = known;
        this.lab = lab;
    }

    /**
     * One for each failure and place; causes first, what follows from one of them left out.
     *
     * @param lab what the user calls the lab, for what to do
     */
    static List<Finding> in(Collection<Evidence> evidence, KnownFailures known, String lab) {
        Findings findings = new Findings(known, lab);
        evidence.stream().filter(one -> one.kind() == EvidenceKind.MACHINE).forEach(one -> findings.machines
                .computeIfAbsent(one.place(), place -> new ArrayList<>()).addAll(one.lines()));
        evidence.forEach(findings::look);
        return findings.causesFirst();
    }

    private void look(Evidence evidence) {
        List<String> machine = machines.getOrDefault(evidence.place(), List.of());
        List<KnownFailure> possible = known.all().map(failure -> failure.on(machine))
                .filter(failure -> failure.mayBeIn(evidence)).toList();
        for (String line : evidence.lines()) {
            for (KnownFailure failure : possible) {
                if (failure.isIn(evidence.kind(), line)) {
                    Finding finding = Finding.of(failure, evidence, line, lab);
                    found.merge("%s@%s %s".formatted(failure.id(), evidence.place(), finding.commands()), finding,
                            Finding::again);
                }
            }
        }
    }

    private List<Finding> causesFirst() {
        Map<String, Set<String>> explains = new HashMap<>();
        known.all().forEach(failure -> explains.put(failure.id(), failure.explains()));
        List<Finding> causes = new ArrayList<>(found.values());
        causes.removeIf(finding -> found.values().stream().anyMatch(cause ->
                explains.get(cause.id()).contains(finding.id()) && meet(cause, finding)));
        // What names its object is told in place of what only knows that there is one.
        causes.removeIf(finding -> finding.commands().isEmpty() && causes.stream().anyMatch(other ->
                other.id().equals(finding.id()) && !other.commands().isEmpty() && meet(other, finding)));
        causes.sort(Comparator.comparing(Finding::general));
        return List.copyOf(causes);
    }

    /** What is seen in the cluster or on the host may be about any machine. */
    private static boolean meet(Finding one, Finding other) {
        return one.place().equals(other.place()) || isAnywhere(one) || isAnywhere(other);
    }

    private static boolean isAnywhere(Finding finding) {
        return finding.place().equals(Evidence.CLUSTER) || finding.place().equals(Evidence.HOST);
    }
}
