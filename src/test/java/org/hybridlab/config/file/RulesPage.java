package org.hybridlab.config.file;

import java.util.List;
import java.util.stream.Collectors;

import org.hybridlab.config.file.LabFile.RuleBook;
import org.hybridlab.config.rules.core.RuleEntry;

/** Writes docs/reference/rules.md: every rule that a lab file can break. */
final class RulesPage {
    private static final String INTRODUCTION = """
            # Rules

            `hybridlab validate LAB` checks all of these before hybridlab touches a machine. It reports every problem \
            at once,
            each with its place, its id and what you can do. So do `plan` and `up`.

            This page is generated from the rules themselves.
            """;

    private static final String MANIFESTS = """

            You see a problem at its line of the manifest. In a template (`.yaml.ftl`), you see it at the line that \
            rendered it.
            """;

    private static final String INVARIANTS = """

            ## What breaks hybrid clusters

            This table lists known causes, and the rules that find them in your files. C is for every network mode, F \
            for
            flannel's overlay, G for flannel's bridge, T for a bridge behind a virtual gateway. "By construction" \
            means that
            hybridlab writes both sides from one value. "On the machine only" means that no file can tell.

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
