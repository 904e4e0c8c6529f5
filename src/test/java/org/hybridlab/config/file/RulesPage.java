package org.hybridlab.config.file;

import java.util.List;
import java.util.stream.Collectors;

import org.hybridlab.config.rules.core.RuleEntry;

/** Writes docs/reference/rules.md: every rule that a lab file can break. */
final class RulesPage {
    private static final String INTRODUCTION = """
            # Rules

            `hybridlab validate LAB` asks all of these before a machine is touched, and reports everything at once.
            Each problem carries the id that stands here, and says what to do. For each rule there is at least one bad
            lab file in its folder of `src/test/resources/badlabs`, or a bad manifest in `src/test/resources/badmanifests`,
            with the place that it must report and the one token that fixes it.

            This page is generated from the rules themselves.
            """;

    private static final String MANIFESTS = """

            Problems of manifests are shown where they are, in the manifest. Templates (`.yaml.ftl`) are rendered first, and
            a problem of what they become is shown at the line of the template that wrote it.
            """;

    private static final String INVARIANTS = """

            ## Who sees to what Windows nodes need

            What is known to break hybrid clusters, for every network mode (C), flannel's overlay (F), flannel's bridge
            (G) and a bridge behind a virtual gateway (T): the rules that know it from the file, and who else sees to
            it. "By construction" means that hybridlab writes both sides from one value. "On the machine only" means
            that no file can tell; where `up` does not build Windows machines yet, nothing looks at it either.

            | what must hold | rules | besides |
            |---|---|---|
            """;

    private RulesPage() {
    }

    static String text() {
        return INTRODUCTION + table("The file and its YAML", RuleBook.aboutTheFile())
                + table("The form of values", RuleBook.aboutForms())
                + table("The lab as a whole", RuleBook.aboutLabs())
                + table("The manifests of its apps", RuleBook.aboutManifests()) + MANIFESTS + INVARIANTS
                + invariants();
    }

    private static String invariants() {
        return Invariant.all().stream().map(one -> "| %s: %s | %s | %s |\n".formatted(one.id(), one.text(),
                one.rules().stream().map("`%s`"::formatted).collect(Collectors.joining(", ")), one.rest()))
                .collect(Collectors.joining());
    }

    private static String table(String heading, List<RuleEntry> rules) {
        StringBuilder table = new StringBuilder("\n## " + heading
                + "\n\n| id | what is true of a good lab |\n|---|---|\n");
        rules.forEach(rule -> table.append("| `%s` | %s |\n".formatted(rule.id(), rule.title())));
        return table.toString();
    }
}
