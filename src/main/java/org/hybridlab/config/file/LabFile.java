package org.hybridlab.config.file;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.hybridlab.config.file.reader.LabBuilder;
import org.hybridlab.config.file.reader.LabSchema;
import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.reader.Origins;
import org.hybridlab.config.file.reader.ReadingRules;
import org.hybridlab.config.file.reader.Sections;
import org.hybridlab.config.file.yaml.FileRules;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Source;
import org.hybridlab.config.file.yaml.SourceReader;
import org.hybridlab.config.file.yaml.YamlDocument;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.openapi.SchemaWalk;
import org.hybridlab.config.rules.ManifestRules;
import org.hybridlab.config.rules.Rules;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestMark;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.RuleEntry;
import org.hybridlab.config.rules.core.Section;
import org.hybridlab.config.rules.core.Severity;
import org.hybridlab.config.rules.core.Violation;
import org.yaml.snakeyaml.nodes.MappingNode;

public final class LabFile {
    private LabFile() {
    }

    /**
     * Reads without a look at the host.
     *
     * @param openNetwork the machine network if the file names none
     */
    public static LabReading read(Path file, Cidr openNetwork) {
        return read(file, OpenChoices.network(openNetwork), HostView.unknown());
    }

    /** Reports all problems at once. The same file, choices and host give an equal reading. */
    public static LabReading read(Path file, OpenChoices choices, HostView host) {
        return read(file, choices, host, ManifestTemplates.UNSEEN);
    }

    public static LabReading read(Path file, OpenChoices choices, HostView host, ManifestTemplates templates) {
        try {
            return read(SourceReader.read(file), choices, host, templates);
        } catch (SourceReader.BadSource e) {
            return new LabReading(Optional.empty(), e.problems(), List.of());
        }
    }

    static LabReading read(Source source, OpenChoices choices, HostView host) {
        return read(source, choices, host, ManifestTemplates.UNSEEN);
    }

    private static LabReading read(Source source, OpenChoices choices, HostView host, ManifestTemplates templates) {
        Problems problems = new Problems(source);
        Optional<MappingNode> read = new YamlDocument(source, problems).root();
        read.ifPresent(root -> choices.settings().applyTo(root, problems));
        return reading(problems, read.map(root -> judged(root, source, problems, choices, host, templates)));
    }

    private static LabReading reading(Problems problems, Optional<LabFacts> facts) {
        List<Problem> all = problems.sorted();
        return new LabReading(facts.map(LabFacts::lab).filter(some -> all.stream().noneMatch(Problem::isError)), all,
                facts.map(LabFacts::apps).orElse(List.of()));
    }

    /** Adds what somebody else found in the manifests of a good lab. */
    public static LabReading with(List<Violation> found, LabReading reading, Path file) {
        Problems problems = new Problems(SourceReader.read(file));
        problems.addAll(reading.problems());
        Function<String, Source> manifests = manifestsBeside(file);
        found.forEach(one -> report(one, one.mark().orElseThrow(), problems, manifests));
        return reading(problems, reading.lab().map(lab -> new LabFacts(lab, reading.apps(), HostView.unknown())));
    }

    private static LabFacts judged(MappingNode root, Source source, Problems problems, OpenChoices choices,
                                   HostView host, ManifestTemplates templates) {
        LabSchema.check(new Part(root, problems));
        Origins origins = new Origins(root);
        LabBuilder builder = new LabBuilder(new Part(root, problems), source.file(), problems, origins);
        Lab lab = builder.build(choices);
        Set<Section> broken = Sections.broken(root, problems);
        // Templates of a broken lab would only fail on the same problems.
        LabFacts facts = new LabFacts(lab, builder.appFacts(lab, broken.isEmpty() ? templates
                : ManifestTemplates.UNSEEN), host);
        Function<String, Source> manifests = manifestsBeside(source.file());
        RuleBook.rules().stream().filter(rule -> Collections.disjoint(rule.reads(), broken))
                .flatMap(rule -> rule.judge(facts).stream())
                .forEach(one -> one.mark().ifPresentOrElse(mark -> report(one, mark, problems, manifests),
                        () -> problems.add(one.ruleId(), one.severity(), origins.mark(one.place()), one.message(),
                                one.advice())));
        templates.unused(lab, builder.folder()).forEach((name, advice) -> problems.add(
                ReadingRules.TEMPLATE_UNUSED.id(), Severity.WARNING,
                new Source(builder.folder().resolve(name), "", List.of()), 1, 1,
                "nothing reads %s: no template of hybridlab has this path".formatted(name), advice));
        return facts;
    }

    private static Function<String, Source> manifestsBeside(Path file) {
        Map<String, Source> manifests = new HashMap<>();
        return name -> manifests.computeIfAbsent(name, one -> SourceReader.manifest(file.resolveSibling(one)));
    }

    private static void report(Violation one, ManifestMark mark, Problems problems,
                               Function<String, Source> manifests) {
        problems.add(one.ruleId(), one.severity(), manifests.apply(mark.file()), mark.line(), mark.column(),
                one.message(), one.advice());
    }

    /** Every rule for lab files, each once, as docs/reference/rules.md lists them. */
    public static final class RuleBook {
        /** Of `validate --server` alone. */
        public static final RuleEntry SERVER_REFUSES = new RuleEntry("server-refuses",
                "With `--server`: the API server of the lab's Kubernetes takes every object.");

        private RuleBook() {
        }

        /** Rules about the file, forms of values, the lab, then its manifests. */
        public static List<RuleEntry> all() {
            return Stream.of(aboutTheFile(), aboutForms(), aboutLabs(), aboutManifests()).flatMap(List::stream)
                    .toList();
        }

        static List<RuleEntry> aboutTheFile() {
            return Stream.concat(FileRules.ALL.stream(), SchemaWalk.RULES.stream()).toList();
        }

        static List<RuleEntry> aboutForms() {
            return LabSchema.rules();
        }

        static List<RuleEntry> aboutLabs() {
            return Stream.concat(ReadingRules.ALL.stream(), Rules.all().stream().map(Rule::entry)).toList();
        }

        static List<RuleEntry> aboutManifests() {
            return Stream.concat(ManifestRules.all().stream().map(Rule::entry), Stream.of(SERVER_REFUSES)).toList();
        }

        static List<Rule> rules() {
            return Stream.concat(Rules.all().stream(), ManifestRules.all().stream()).toList();
        }
    }
}
