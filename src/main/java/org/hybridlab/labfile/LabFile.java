package org.hybridlab.labfile;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Lab;
import org.hybridlab.rules.HostFacts;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Reads lab files. */
public final class LabFile {
    private LabFile() {
    }

    /** Reads without knowing anything of the host. */
    public static LabReading read(Path file, Cidr openNetwork) {
        return read(file, openNetwork, HostFacts.unknown());
    }

    /**
     * Reads the file and asks every rule, and reports all problems at once. The same file, network and facts give an
     * equal reading.
     *
     * @param openNetwork where machines get their addresses if the file does not say
     */
    public static LabReading read(Path file, Cidr openNetwork, HostFacts host) {
        try {
            return read(SourceReader.read(file), openNetwork, host);
        } catch (SourceReader.BadSource e) {
            return new LabReading(Optional.empty(), e.problems());
        }
    }

    private static LabReading read(Source source, Cidr openNetwork, HostFacts host) {
        Problems problems = new Problems(source);
        Optional<MappingNode> root = new YamlDocument(source, problems).root();
        Optional<Lab> lab = root.flatMap(node -> lab(node, source, problems, openNetwork));
        List<Problem> all = problems.sorted();
        return new LabReading(lab.filter(some -> all.stream().noneMatch(Problem::isError)), all);
    }

    private static Optional<Lab> lab(MappingNode root, Source source, Problems problems, Cidr openNetwork) {
        LabShape.LAB.check(root, problems);
        Origins origins = new Origins(root);
        return Optional.of(new LabBuilder(new Part(root, problems), source.file(), problems, origins)
                .build(openNetwork));
    }
}
