package org.hybridlab.report;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Recording;
import org.hybridlab.common.template.Templates;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.FakeApi;

/** A report with one check of each outcome, and words that would do harm if they were not escaped. */
public final class Reports {
    static final String HOSTILE = "</li><script>alert('x')</script> & \"quoted\" ]]> \u001b[31m \u0000";
    static final Instant AT = Instant.parse("2026-11-21T12:34:56Z");

    private Reports() {
    }

    public static Templates templates() {
        return Checkout.TEMPLATES;
    }

    static Lab lab(String name) {
        return LabFile.read(Path.of("labs", name, "lab.yaml"), Cidr.parse("192.168.99.0/24")).orThrow();
    }

    public static Report report() {
        Cluster cluster = new Cluster(new FakeApi().with("/api/v1/nodes", Recording.of("nodes"))
                .with("/api/v1/pods", Recording.of("pods")));
        return new Report(lab("first-cluster"), "Docker", "0.1.0", AT, checks(), cluster.nodes(), cluster.pods(),
                Optional.of(timeline()), Optional.empty());
    }

    /** One check that failed with these words. */
    static Report failing(String words) {
        return new Report(lab("first-cluster"), "Docker", "0.1.0", AT, new CheckResults(
                List.of(result("dns", Outcome.FAILED, words)), Duration.ofSeconds(1)), List.of(), List.of(),
                Optional.empty(), Optional.empty());
    }

    /** A check that an author named, and one with a word of its own; both saw nothing but what they say. */
    static CheckResults wordy() {
        return new CheckResults(List.of(
                new CheckResult("lab/a-whole-sentence-of-the-author", "A title", "looking", new Verdict(Outcome.FAILED,
                        "No.", List.of("No."), EvidenceSource.REAL), Duration.ofSeconds(1)),
                result("dns", Outcome.PASSED, "Yes.")), Duration.ofSeconds(1));
    }

    static CheckResults checks() {
        return new CheckResults(List.of(result("nodes", Outcome.PASSED, "All 2 nodes are Ready."),
                result("dns", Outcome.FAILED, HOSTILE), result("app/numbers", Outcome.NOT_JUDGED, "Cannot hold.")),
                Duration.ofMillis(2450));
    }

    private static CheckResult result(String id, Outcome outcome, String words) {
        return new CheckResult(id, "Title of " + id, "looking " + HOSTILE,
                new Verdict(outcome, words, List.of("first line", HOSTILE), EvidenceSource.REAL),
                        Duration.ofMillis(1500));
    }

    static Timeline timeline() {
        return new Timeline("r1", AT, Duration.ofSeconds(20), List.of(
                new Timeline.Bar("machine/control", "Start control", Duration.ZERO,
                        Duration.ofSeconds(5), "done"),
                new Timeline.Bar("joined/node", HOSTILE, Duration.ofSeconds(5),
                        Duration.ofSeconds(15), "failed")));
    }
}
