package org.hybridlab.labfile;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Lab;
import org.hybridlab.rules.HostView;
import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.Rules;
import org.hybridlab.rules.Section;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Reads lab files. */
public final class LabFile {
    private LabFile() {
    }

    /** Reads without knowing anything of the host. */
    public static LabReading read(Path file, Cidr openNetwork) {
        return read(file, openNetwork, HostView.unknown());
    }

    /**
     * Reads the file and asks every rule, and reports all problems at once. The same file, network and facts give an
     * equal reading.
     *
     * @param openNetwork where machines get their addresses if the file does not say
     */
    public static LabReading read(Path file, Cidr openNetwork, HostView host) {
        try {
            return read(SourceReader.read(file), openNetwork, host);
        } catch (SourceReader.BadSource e) {
            return new LabReading(Optional.empty(), e.problems());
        }
    }

    private static LabReading read(Source source, Cidr openNetwork, HostView host) {
        Problems problems = new Problems(source);
        Optional<Lab> lab = new YamlDocument(source, problems).root()
                .map(root -> judged(root, source, problems, openNetwork, host));
        List<Problem> all = problems.sorted();
        return new LabReading(lab.filter(some -> all.stream().noneMatch(Problem::isError)), all);
    }

    private static Lab judged(MappingNode root, Source source, Problems problems, Cidr openNetwork, HostView host) {
        LabShape.LAB.check(root, problems);
        Origins origins = new Origins(root);
        LabBuilder builder = new LabBuilder(new Part(root, problems), source.file(), problems, origins);
        Lab lab = builder.build(openNetwork);
        Set<Section> broken = Sections.broken(root, problems);
        LabFacts facts = new LabFacts(lab, builder.appFacts(lab), host);
        Rules.all().stream().filter(rule -> Collections.disjoint(rule.reads(), broken))
                .flatMap(rule -> rule.judge(facts).stream())
                .forEach(one -> problems.add(one.ruleId(), one.severity(), origins.mark(one.place()),
                        one.message(), one.advice()));
        return lab;
    }
}
