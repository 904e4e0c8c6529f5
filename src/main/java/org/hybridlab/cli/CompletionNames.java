package org.hybridlab.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.service.PlanService;
import org.hybridlab.service.SnapshotService;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.RecordedChoices;

/** Names for completion, read from the cheapest source. */
final class CompletionNames {
    private final Session session;

    CompletionNames(Session session) {
        this.session = session;
    }

    /**
     * @param label of the argument in help pages
     * @param positional earlier arguments, of which the first may name a lab
     */
    Stream<String> of(String label, List<String> positional) {
        return switch (label) {
            case "LAB" -> Stream.concat(labs(), isLabHere() ? machines(List.of()) : Stream.of());
            case "MACHINE" -> machines(positional);
            case "STEP|MACHINE" -> Stream.concat(machines(positional), steps(positional));
            case "FROM", "TO" -> machines(positional).map(machine -> machine + ":");
            case "SNAPSHOT" -> SnapshotService.names(session.context().workspace(location(positional))).stream();
            case "APP" -> read(location(positional)).stream().flatMap(lab -> lab.apps().stream())
                    .filter(app -> app.nodePort().isPresent()).map(App::name);
            case "VERSION" -> session.context().bundles().releases().stream().map(Release::kubernetes)
                    .map(Object::toString);
            case "BUILD" -> WindowsBuild.known().stream().flatMap(build -> build.names().stream());
            case "UNIT" -> Stream.concat(Stream.of("containerd", "etcd", "kube-proxy", "kubelet"),
                    PodNetworkPlugin.all().stream().map(plugin -> plugin.windows().service())).sorted();
            default -> Stream.of();
        };
    }

    private Stream<String> labs() {
        Stream<String> below = LabLocation.all(session.context().labs()).stream()
                .map(lab -> lab.folder().getFileName() + "\t" + lab.folder());
        // Only the record knows labs whose files are elsewhere.
        Stream<String> recorded = new KnownLabs(session.folders()).everywhere().stream()
                .filter(lab -> session.context().labs().stream().noneMatch(lab.labFile()::startsWith))
                .map(KnownLab::name);
        return Stream.concat(below, recorded);
    }

    /** Machines with ssh settings, else those of the lab file. */
    private Stream<String> machines(List<String> positional) {
        LabLocation location = location(positional);
        List<String> reached = session.context().workspace(location).sshMachines();
        return reached.isEmpty() ? read(location).stream().flatMap(lab -> lab.machines().stream()).map(Machine::name)
                : reached.stream();
    }

    private Stream<String> steps(List<String> positional) {
        LabLocation location = location(positional);
        try {
            return new PlanService(session.context()).steps(new NamedLab(location, location.folder().toString()))
                    .stream().map(step -> step.id() + "\t" + step.title());
        } catch (RuntimeException e) {
            // Machines are offered also for a lab that cannot be planned.
            return Stream.of();
        }
    }

    /** The lab that is named, or the one here. */
    private LabLocation location(List<String> positional) {
        try {
            return LabLocation.find(positional.isEmpty() ? "." : positional.get(0), session.context().labs(),
                    session.directory());
        } catch (LabException e) {
            return LabLocation.find(".", session.context().labs(), session.directory());
        }
    }

    private boolean isLabHere() {
        Path file = session.directory().resolve(LabLocation.FILE_NAME);
        return Files.isRegularFile(file);
    }

    private Optional<Lab> read(LabLocation location) {
        return RecordedChoices.read(location.file(), new KnownLabs(session.folders())
                .find(session.context().workspace(location).folder())).lab();
    }
}
