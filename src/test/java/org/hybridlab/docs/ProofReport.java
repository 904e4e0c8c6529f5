package org.hybridlab.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How far the parts of hybridlab that are about Windows machines were proven, by the tests that ran. Written by
 * {@code ./test} as {@code reports/ladder.json}, and as a page for people beside it; nobody edits either.
 *
 * @param commit that the tests ran on
 * @param at when, for example {@code 2026-11-21 17:04 UTC}
 * @param host what kind of host they ran on
 */
record ProofReport(String commit, String at, String host, List<Part> parts) {
    public ProofReport {
        parts = List.copyOf(parts);
    }

    /**
     * One network mode in one style, or one lab.
     *
     * @param name for example {@code flannel-vxlan, services}, the same with {@code , Kubernetes 1.34} for a branch
     *        that is not the newest, or {@code labs/first-hybrid}
     * @param rungs by letter, those that somebody ever meant to try
     */
    public record Part(String name, Map<String, Cell> rungs) {
        /** Letters of the rungs on which it stands, in their order. */
        public List<String> standing() {
            return rungs.entrySet().stream().filter(cell -> cell.getValue().stands()).map(Map.Entry::getKey).sorted()
                    .toList();
        }
    }

    /**
     * @param stands whether every test that this takes ran and passed
     * @param words how many tests did, or why it does not stand
     */
    public record Cell(boolean stands, String words) {
    }

    /** @param home the installation's folder; empty if nothing there says how far anything was proven */
    public static Optional<ProofReport> installed(Path home) {
        Path file = home.resolve("reports/ladder.json");
        try {
            return Files.exists(file) ? Optional.of(JsonMapper.shared().readValue(file, ProofReport.class))
                    : Optional.empty();
        } catch (JacksonException e) {
            // It only tells of proof; without it nothing is proven.
            return Optional.empty();
        }
    }

    /** As the file has it, with a newline at its end. */
    public String json() {
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(this) + "\n";
    }
}
