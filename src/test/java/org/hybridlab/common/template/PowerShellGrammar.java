package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The grammar of PowerShell of tree-sitter, run by node. A stand-in for PowerShell's own parser, which is not to be had
 * here; docs/explanation/windows-proof.md says how far the two agree.
 */
public final class PowerShellGrammar {
    private static final Path FOLDER = Path.of("src/test/powershell").toAbsolutePath();
    private static final Duration MINUTES = Duration.ofMinutes(3);

    private PowerShellGrammar() {
    }

    /**
     * @param error place and what is wrong there; empty if the grammar reads the source
     * @param kinds of all nodes of its tree
     */
    public record Verdict(Optional<String> error, Set<String> kinds) {
    }

    /** One verdict for each source, in their order. Skips the test where node and its packages are not to be had. */
    public static List<Verdict> judge(List<String> sources) {
        install();
        String input = sources.stream().map(source -> JsonMapper.shared()
                .writeValueAsString(java.util.Map.of("source", source, "tree", true)))
                .collect(Collectors.joining("\n"));
        // V8's optimising compiler takes minutes over this grammar, and node waits for it (measured: 60 s or 0.3 s).
        Result result = run(Command.of("node", "--liftoff-only", "judge.mjs").in(FOLDER).stdin(input + "\n")
                .timeout(MINUTES));
        assertThat(result.ok()).as(result.stderr()).isTrue();
        List<Verdict> verdicts = result.stdout().lines().map(PowerShellGrammar::verdict).toList();
        assertThat(verdicts).hasSameSizeAs(sources);
        return verdicts;
    }

    private static Verdict verdict(String line) {
        JsonNode answer = JsonMapper.shared().readTree(line);
        Set<String> kinds = new TreeSet<>();
        answer.path("kinds").forEach(kind -> kinds.add(kind.asString()));
        return new Verdict(Optional.ofNullable(answer.path("error").asString(null)), kinds);
    }

    /** Skips the test where node and its packages are not to be had. */
    public static void install() {
        if (!Files.isDirectory(FOLDER.resolve("node_modules/web-tree-sitter"))) {
            assumeTrue(works("node", "--version") && works("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"),
                    "node or its packages are not to be had");
        }
    }

    private static boolean works(String... words) {
        return run(Command.of(List.of(words)).in(FOLDER).timeout(MINUTES)).ok();
    }

    private static Result run(Command command) {
        List<String> lines = new ArrayList<>();
        return new LocalProcesses().run(command, lines::add, new Cancellation());
    }
}
