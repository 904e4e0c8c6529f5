package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

final class Findings {
    private final KnownFailures known;
    private final Redactor redactor;
    private final String lab;
    private final Map<String, List<String>> machines = new HashMap<>();
    /** Candidates by place, kind and system of evidence. */
    private final Map<List<Object>, List<KnownFailure>> possible = new HashMap<>();
    private final List<Sighting> seen = new ArrayList<>();

    private Findings(KnownFailures known, Redactor redactor, String lab) {
        this.known = known;
        this.redactor = redactor;
        this.lab = lab;
    }

    /**
     * One finding per failure and place, causes first, without their consequences. Searches the original lines, since
     * names may look like secrets. Results have no secrets.
     */
    static List<Finding> in(Collection<Evidence> evidence, KnownFailures known, Redactor redactor, String lab) {
        Findings findings = new Findings(known, redactor, lab);
        evidence.stream().filter(one -> one.kind() == EvidenceKind.MACHINE).forEach(one -> findings.machines
                .computeIfAbsent(one.place(), place -> new ArrayList<>()).addAll(one.lines()));
        evidence.forEach(findings::look);
        return findings.causesFirst();
    }

    private void look(Evidence evidence) {
        List<String> machine = machines.getOrDefault(evidence.place(), List.of());
        List<KnownFailure> possible = this.possible.computeIfAbsent(List.of(evidence.place(), evidence.kind(),
                evidence.os()), same -> known.all().filter(failure -> failure.mayBeIn(evidence))
                .map(failure -> failure.on(machine, evidence.kind())).filter(failure -> !failure.signs().isEmpty())
                .toList());
        // Logs are long, and redaction is slower than the search.
        List<Optional<String>> told = List.of();
        for (int index = 0; index < evidence.lines().size(); index++) {
            String line = evidence.lines().get(index);
            for (KnownFailure failure : possible) {
                if (failure.isIn(line)) {
                    told = told.isEmpty() ? redactor.eachLine(evidence.lines()) : told;
                    told.get(index).ifPresent(clean -> seen.add(new Sighting(Finding.of(failure, evidence, clean,
                            words(failure, line), lab), Subject.of(evidence.kind(), line))));
                }
            }
        }
    }

    private Map<String, String> words(KnownFailure failure, String line) {
        Map<String, String> words = new HashMap<>(failure.words(line));
        words.values().removeIf(word -> !redactor.lone(word).equals(word));
        return words;
    }

    private List<Finding> causesFirst() {
        Map<String, Set<String>> explains = new HashMap<>();
        known.all().forEach(failure -> explains.put(failure.id(), failure.explains()));
        Collection<Sighting> distinct = seen.stream().collect(Collectors.toMap(sighting -> List.of(sighting.finding
                .id(), sighting.finding.place(), sighting.subject), sighting -> sighting, (one, same) -> one,
                LinkedHashMap::new)).values();
        List<Sighting> causes = new ArrayList<>(seen);
        causes.removeIf(sighting -> distinct.stream().anyMatch(cause -> explains.get(cause.finding.id())
                .contains(sighting.finding.id()) && cause.mayBeBehind(sighting)));
        // A failure that names its object or machine replaces one that does not.
        List<Sighting> named = List.copyOf(causes);
        causes.removeIf(sighting -> named.stream().anyMatch(other -> other.finding.id().equals(sighting.finding.id())
                && other.saysMoreThan(sighting) && other.mayBeAbout(sighting)));
        // A cause replaces a state of the same pod or workload.
        List<Sighting> left = List.copyOf(causes);
        causes.removeIf(sighting -> sighting.finding.general() && left.stream().anyMatch(other ->
                !other.finding.general() && other.isOfTheSamePods(sighting)));
        return causes.stream().collect(Collectors.toMap(Sighting::key, Sighting::finding, Finding::again,
                LinkedHashMap::new)).values().stream().sorted(Comparator.comparing(Finding::general)).toList();
    }

    private record Sighting(Finding finding, Subject subject) {
        /** Id, place and cure: objects of one place are fixed one by one. */
        List<Object> key() {
            return List.of(finding.id(), finding.place(), finding.commands());
        }

        boolean mayBeBehind(Sighting other) {
            return meet(finding, other.finding)
                    && subject.mayBeBehind(other.subject, other.finding.kind() == EvidenceKind.EVENT);
        }

        boolean isOfTheSamePods(Sighting other) {
            return subject.isOfPods() && other.subject.isOfPods() && mayBeBehind(other);
        }

        boolean saysMoreThan(Sighting other) {
            return other.finding.commands().isEmpty() && (!finding.commands().isEmpty()
                    || isAnywhere(other.finding) && !isAnywhere(finding));
        }

        boolean mayBeAbout(Sighting other) {
            return meet(finding, other.finding)
                    && subject.mayBe(other.subject, other.finding.kind() == EvidenceKind.EVENT);
        }
    }

    /** A failure in the cluster or on the host may be about any machine. */
    private static boolean meet(Finding one, Finding other) {
        return one.place().equals(other.place()) || isAnywhere(one) || isAnywhere(other);
    }

    private static boolean isAnywhere(Finding finding) {
        return finding.place().equals(Evidence.CLUSTER) || finding.place().equals(Evidence.HOST);
    }
}
