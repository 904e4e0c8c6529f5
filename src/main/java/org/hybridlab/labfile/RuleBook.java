package org.hybridlab.labfile;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.rules.Rule;
import org.hybridlab.rules.RuleEntry;
import org.hybridlab.rules.Rules;

/** Every rule that a lab file can break, each once: what docs/rules.md lists. */
public final class RuleBook {
    private RuleBook() {
    }

    /** Rules about the file, about the forms of values, and about the lab, in this order. */
    public static List<RuleEntry> all() {
        return Stream.of(aboutTheFile(), aboutForms(), aboutLabs()).flatMap(List::stream).toList();
    }

    static List<RuleEntry> aboutTheFile() {
        return FileRules.ALL;
    }

    static List<RuleEntry> aboutForms() {
        return LabShape.LAB.rules().stream().distinct().toList();
    }

    static List<RuleEntry> aboutLabs() {
        return Stream.concat(ReadingRules.ALL.stream(), Rules.all().stream().map(Rule::entry)).toList();
    }
}
