package org.hybridlab.provision.app;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Outlook;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.api.Workload;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.App;
import org.hybridlab.provision.context.LabContext;

/** The app's objects with pods, compared with the cluster. */
final class AppWorkloads {
    private final LabContext labContext;
    private final App app;
    /** Before this run. Machines' clocks may differ. */
    private final Instant since = Instant.now().minusSeconds(5);

    AppWorkloads(LabContext labContext, App app) {
        this.labContext = labContext;
        this.app = app;
    }

    /** @param forGood whether no wait helps */
    record Complaint(Manifest object, String words, boolean forGood) {
    }

    List<Manifest> all() {
        return Manifest.parse(labContext.files().manifest(app)).stream().filter(Workload::isOne).toList();
    }

    List<Complaint> complaints() {
        return all().stream().flatMap(this::complaint).toList();
    }

    private Stream<Complaint> complaint(Manifest object) {
        return labContext.cluster().find(object).map(live -> complaint(object, new Workload(object.kind(), live)))
                .orElseGet(() -> object.isDeletedWhenFinished() ? Stream.empty() : Stream.of(new Complaint(object,
                        object.reference() + " is not in the cluster", false)));
    }

    private Stream<Complaint> complaint(Manifest object, Workload workload) {
        Supplier<List<Pod>> pods = () -> workload.pods(labContext.cluster());
        return workload.complaint(workload.wanted(), pods).map(words -> new Complaint(object, words
                + workload.refusal().or(() -> workload.reason(pods.get())).map(": "::concat).orElse(""),
                workload.hasFailed())).stream();
    }

    Optional<Outlook> hopeless() {
        return all().stream().flatMap(object -> labContext.cluster().find(object).map(live ->
                new Workload(object.kind(), live)).stream())
                .filter(one -> one.complaint(one.wanted(), () -> one.pods(labContext.cluster())).isPresent())
                .map(labContext.prospects(since)::of).filter(Outlook::isHopeless).findFirst();
    }

    /** Of objects that have failed for good; empty if there is none. */
    Optional<LabException> failure(List<Complaint> complaints) {
        List<Complaint> failed = complaints.stream().filter(Complaint::forGood).toList();
        String deletion = failed.stream().map(Complaint::object).map(object -> "hybridlab kubectl %s delete %s -n %s"
                .formatted(labContext.word(), object.reference(), object.namespace()))
                .collect(Collectors.joining("; "));
        return failed.isEmpty() ? Optional.empty() : Optional.of(LabException.labFailed(FailedApps.ID,
                "The app %s has failed for good.".formatted(app.name()), "Delete what failed, and the next `hybridlab "
                        + "up %s` applies it again: %s".formatted(labContext.word(), deletion))
                .because(failed.stream().map(Complaint::words).collect(Collectors.joining(", "))));
    }
}
