package org.hybridlab.report.proof;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Network;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How far tests prove the parts for Windows machines. {@code ./test} writes it as {@code reports/ladder.json} and as a
 * page; neither is edited by hand.
 *
 * @param commit of the tests
 * @param at for example {@code 2026-11-21 17:04 UTC}
 * @param host kind of host
 */
public record ProofReport(String commit, String at, String host, List<Part> parts) {
    public ProofReport {
        parts = List.copyOf(parts);
    }

    /**
     * A network mode with a style, or a lab.
     *
     * @param name for example {@code flannel-vxlan, services}, with {@code , Kubernetes 1.34} for an older branch, or
     * {@code labs/first-hybrid}
     * @param rungs by letter
     */
    public record Part(String name, Map<String, Cell> rungs) {
        /** Letters of the rungs that it passes, in order. */
        public List<String> standing() {
            return rungs.entrySet().stream().filter(cell -> cell.getValue().stands()).map(Map.Entry::getKey).sorted()
                    .toList();
        }
    }

    /**
     * @param stands whether all its tests ran and passed
     * @param words number of tests, or why it does not stand
     */
    public record Cell(boolean stands, String words) {
    }

    /** @param home the installation's folder; empty if it has no report */
    public static Optional<ProofReport> installed(Path home) {
        Path file = home.resolve("reports/ladder.json");
        try {
            return Files.exists(file) ? Optional.of(JsonMapper.shared().readValue(file, ProofReport.class))
                    : Optional.empty();
        } catch (JacksonException e) {
            // Without the report nothing is proven.
            return Optional.empty();
        }
    }

    /** With a final newline. */
    public String json() {
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(this) + "\n";
    }

    /** Name of the part for such Windows machines. */
    public static String part(Network network) {
        return "%s, %s".formatted(network.mode().id(), network.overlays().id());
    }

    /** One sentence about Windows machines with this network and Kubernetes version. */
    public String sentence(Network network, KubernetesVersion kubernetes) {
        List<String> standing = standing(part(network));
        String onWindows = standing.contains(ProofLevel.F.letter()) ? "" : "; not on Windows itself";
        return standing.isEmpty()
                ? "Windows machines with %s: nothing of it was proven when hybridlab was tested (reports/ladder.md)."
                        .formatted(part(network))
                : "Windows machines with %s: proven on %s of reports/ladder.md%s%s.".formatted(part(network),
                        rungs(standing), ofBranch(network, kubernetes), onWindows);
    }

    /** The network's own part is for the newest branch. Other branches have their own parts. */
    private String ofBranch(Network network, KubernetesVersion kubernetes) {
        String newest = KubernetesBranch.newest().name();
        return kubernetes.branch().equals(newest) ? "" : " with Kubernetes %s, with %s on %s".formatted(newest,
                kubernetes.branch(), rungs(standing(part(network) + ", Kubernetes " + kubernetes.branch())));
    }

    private List<String> standing(String name) {
        return parts.stream().filter(part -> part.name().equals(name)).findFirst().map(Part::standing)
                .orElse(List.of());
    }

    private static String rungs(List<String> letters) {
        return letters.isEmpty() ? "none" : "%s %s".formatted(letters.size() == 1 ? "rung" : "rungs",
                String.join(", ", letters));
    }
}
