package org.hybridlab.config.file;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.config.file.reader.LabShape;
import org.hybridlab.config.file.reader.ReadingRules;
import org.hybridlab.config.file.yaml.FileRules;
import org.hybridlab.config.rules.ManifestRules;
import org.hybridlab.config.rules.Rules;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.RuleEntry;

/** Every rule for lab files, each once, as docs/reference/rules.md lists them. */
public final class RuleBook {
    private RuleBook() {
    }

    /** Rules about the file, forms of values, the lab, then its manifests. */
    public static List<RuleEntry> all() {
        return Stream.of(aboutTheFile(), aboutForms(), aboutLabs(), aboutManifests()).flatMap(List::stream).toList();
    }

    static List<RuleEntry> aboutTheFile() {
        return FileRules.ALL;
    }

    static List<RuleEntry> aboutForms() {
        return LabShape.lab().rules().stream().distinct().toList();
    }

    static List<RuleEntry> aboutLabs() {
        return Stream.concat(ReadingRules.ALL.stream(), Rules.all().stream().map(Rule::entry)).toList();
    }

    static List<RuleEntry> aboutManifests() {
        return ManifestRules.all().stream().map(Rule::entry).toList();
    }

    static List<Rule> rules() {
        return Stream.concat(Rules.all().stream(), ManifestRules.all().stream()).toList();
    }
}
