package org.hybridlab.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lab.MovedFolder;

/** Removes only what {@link UpService} created. Asks only about {@link org.hybridlab.service.context.Loss}. */
public final class DestroyService {
    private final ServiceContext context;
    private final LabService labs;

    public DestroyService(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    /** @param known its record; without one only a workspace exists */
    public record Target(Workspace workspace, Optional<LabLocation> location, Optional<KnownLab> known) {
        static Target of(KnownLab lab) {
            return new Target(Workspace.in(Path.of(lab.workspace())), Optional.empty(), Optional.of(lab));
        }

        public boolean isThere() {
            return known.isPresent() || workspace.exists();
        }

        public int snapshots() {
            return new SnapshotStore(workspace).all().size();
        }
    }

    /**
     * @param lab empty for a workspace without a lab
     * @param machines that were removed; empty: all
     * @param gone whether nothing of the lab is left; false if only some machines were removed
     */
    public record Destroyed(Optional<String> lab, Optional<String> instance, Path workspace, List<String> machines,
                            boolean gone) {
    }

    /** @param failures that the listener has been told */
    public record DestroyResult(List<Destroyed> labs, ExitCode exitCode, List<LabException> failures) {
        public DestroyResult {
            labs = List.copyOf(labs);
            failures = List.copyOf(failures);
        }
    }

    public List<Target> all() {
        return labs.known().all().stream().map(Target::of).toList();
    }

    /**
     * Finds a lab that need not be up, and whose file may have moved.
     *
     * @param word a lab's name or id, or a path
     * @throws LabException {@code lab-not-found}, {@code lab-ambiguous}
     */
    public Target find(String word, Optional<String> instance) {
        try {
            LabLocation location = LabLocation.find(word, context.labs(), context.directory()).instance(instance);
            new MovedFolder(context).follow(location);
            Workspace workspace = context.workspace(location);
            return new Target(workspace, Optional.of(location), labs.known().find(workspace.folder()));
        } catch (LabException e) {
            if (!e.id().equals("lab-not-found")) {
                throw e;
            }
            return labs.known().find(word, instance, context.directory()).map(Target::of).orElseThrow(() -> e);
        }
    }

    public List<KnownLab> called(String word) {
        return labs.known().called(word, context.directory()).toList();
    }

    /** Goes on with the next lab after a failure. @param machines to remove; empty: the whole lab */
    public DestroyResult destroy(List<Target> targets, Set<String> machines) {
        List<ExitCode> codes = new ArrayList<>();
        List<Destroyed> gone = new ArrayList<>();
        List<LabException> failures = new ArrayList<>();
        for (Target target : targets) {
            ExitCode done = remove(target, machines, failures);
            codes.add(done);
            gone.add(new Destroyed(target.known().map(KnownLab::name), target.known().flatMap(one -> one.origin()
                    .instance()), target.workspace().folder(), List.copyOf(machines),
                    done == ExitCode.OK && machines.isEmpty()));
        }
        // The first failure decides the exit code.
        failures.sort(Comparator.comparing(failure -> failure.exitCode() == ExitCode.NOT_JUDGED));
        return new DestroyResult(gone, worst(codes), failures);
    }

    private ExitCode remove(Target target, Set<String> machines, List<LabException> failures) {
        try {
            return new LabRemoval(context, labs, failures).remove(target.workspace(), target.location(), machines);
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            context.listener().failed(e);
            failures.add(e);
            return e.exitCode();
        }
    }

    /** The first failure's code. One that was not judged counts last. */
    private static ExitCode worst(List<ExitCode> codes) {
        return codes.stream().filter(code -> code != ExitCode.OK && code != ExitCode.NOT_JUDGED).findFirst()
                .orElse(codes.contains(ExitCode.NOT_JUDGED) ? ExitCode.NOT_JUDGED : ExitCode.OK);
    }
}
