package org.hybridlab.provision;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.model.Os;
import org.hybridlab.diagnose.Collected;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.diagnose.Finding;
import org.hybridlab.diagnose.KnownFailures;
import org.hybridlab.diagnose.LogSource;
import org.hybridlab.diagnose.LogSources;
import org.hybridlab.diagnose.Redactor;
import tools.jackson.databind.JsonNode;

/** What {@code up} and {@code diagnose} would name as the cause where a script failed on a stand-in Windows machine. */
public final class StandInDiagnosis {
    private static final Path HOME = Path.of("").toAbsolutePath();
    private static final KnownFailures KNOWN = KnownFailures.read(HOME);
    private static final Redactor NO_SECRETS = new Redactor(List.of());
    private static final List<LogSource> LOGS = LogSources.read(HOME).logs(Os.WINDOWS).stream()
            .filter(source -> source.form() == LogSource.Form.FILES).toList();

    /** What a run may name besides: an address that the switch lost and got back, and how it looks from hns.ps1. */
    private static final Set<String> BESIDES = Set.of("address-lost-to-switch", "flannel-adapter-slow",
            "windows-pod-network-missing", "windows-pod-network-unfinished", "windows-service-ended");

    private StandInDiagnosis() {
    }

    /** Whether the cause is named, and no other. @param finding the cause's */
    public static boolean names(String finding, JsonNode evidence) {
        List<String> findings = findings(evidence);
        return findings.contains(finding) && findings.stream().allMatch(id -> id.equals(finding)
                || BESIDES.contains(id));
    }

    /**
     * @param evidence as {@code evidence.mjs} writes it
     * @return ids, causes first
     */
    public static List<String> findings(JsonNode evidence) {
        Stream<Evidence> script = Stream.of(of(EvidenceKind.RUN, evidence.get("script").asString(),
                evidence.get("lines")));
        Stream<Evidence> logs = LOGS.stream().flatMap(source -> evidence.get("logs").properties().stream()
                .filter(log -> isOf(source, log)).map(log -> of(source.kind(), source.name(), log.getValue())));
        // In the order in which the product reads them.
        return Diagnosis.of("lab", KNOWN, NO_SECRETS, new Collected(Stream.concat(logs, script).toList(),
                List.of())).findings()
                .stream().map(Finding::id).toList();
    }

    /** By the source's pattern, whose wildcards stay within a folder. */
    private static boolean isOf(LogSource source, Map.Entry<String, JsonNode> log) {
        return log.getKey().matches(("\\Q" + source.what() + "\\E").replace("*", "\\E[^\\\\]*\\Q"));
    }

    private static Evidence of(EvidenceKind kind, String origin, JsonNode lines) {
        return new Evidence(kind, "win", origin, Optional.of(Os.WINDOWS), lines.valueStream().map(JsonNode::asString)
                .toList());
    }
}
