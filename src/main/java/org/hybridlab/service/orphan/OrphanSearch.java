package org.hybridlab.service.orphan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.ContainerSigns;
import org.hybridlab.common.process.ThisHost;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.journal.StaleLocks;
import org.hybridlab.host.HostFiles;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OperatingSystem;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.provider.Providers;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.vagrant.VagrantHome;
import org.hybridlab.provider.vagrant.VagrantLeftBehind;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.MergedContext;
import org.hybridlab.service.orphan.ResourceJudgement.State;

/** Finds orphans in providers' lists and hybridlab's records. Changes nothing. */
final class OrphanSearch {
    private static final int BOX_DEPTH = 4;

    private final ServiceContext context;
    private final KnownLabs known;
    private final OwnWorkspaces workspaces;
    private final HostFiles host;
    private final Map<Orphan, Runnable> found = new LinkedHashMap<>();
    private final List<Orphan> unknown = new ArrayList<>();
    private final List<String> notAsked = new ArrayList<>();
    private final Set<ProviderName> answered = EnumSet.noneOf(ProviderName.class);
    private final Set<String> listed = new HashSet<>();
    private final Set<LabId> present = new LinkedHashSet<>();

    OrphanSearch(ServiceContext context) {
        this.context = context;
        this.known = new KnownLabs(context.folders());
        this.workspaces = new OwnWorkspaces(context.folders());
        this.host = HostFiles.ofThisHost(context.environment());
    }

    /** @param measured whether to measure sizes, which takes longer */
    OrphanSearch run(boolean measured) {
        Set<Path> lost = new LinkedHashSet<>();
        for (ProviderName name : ProviderName.values()) {
            if (isHere(name)) {
                resources(name, measured, lost);
            }
        }
        processes(lost);
        workspaces(lost);
        records();
        Path locks = context.folders().locks();
        StaleLocks.foldersIn(locks).forEach(folder -> found.put(Orphan.local("folder", folder.toString(),
                Optional.empty(), Optional.empty(), "a destroy that was killed left it"),
                () -> OrphanFiles.removeFolder(folder)));
        StaleLocks.in(locks).forEach(note -> found.put(Orphan.local("lock",
                note.toString(), Optional.empty(), Optional.empty(), "its process is gone"),
                () -> OrphanFiles.removeLock(note)));
        return this;
    }

    /** In WSL, Windows' programs are on the PATH, but its machines are not this host's. */
    private boolean isHere(ProviderName name) {
        return host.program(name.traits().program()).isPresent() && (!name.traits().windowsHostsOnly()
                || OperatingSystem.ofThisHost(host).family() == OperatingSystem.Family.WINDOWS);
    }

    private void resources(ProviderName name, boolean measured, Set<Path> lost) {
        Provider provider = new Providers(context.processes(), context.folders().state(), false).of(name);
        try {
            List<LabResource> all = of(provider);
            all.forEach(one -> present.add(one.lab()));
            all.forEach(one -> listed.add(key(Orphan.of(name, one, ""))));
            List<KnownLab> records = known.everywhere();
            List<LabResource> suspects = all.stream().filter(one -> judged(one, records).state() != State.ALIVE)
                    .toList();
            // A destroy may run between the look and the end of a record. Resources that are gone now were no orphans.
            List<LabResource> still = suspects.isEmpty() ? List.of() : of(provider);
            suspects = suspects.stream().filter(one -> still.stream().anyMatch(one::isSame)).toList();
            for (LabResource one : measured ? provider.measured(suspects, context.cancellation()) : suspects) {
                sort(provider, one, judged(one, records), lost);
            }
            answered.add(name);
        } catch (LabException e) {
            if (context.cancellation().isRequested()) {
                throw e;
            }
            if (mayHaveHad(name)) {
                notAsked.add("%s: %s".formatted(name.id(), e.what()));
            } else {
                context.listener().message("%s does not answer, and no lab of yours was ever on it: %s"
                        .formatted(name.id(), e.what()));
            }
        }
    }

    /** A client without a record or box had no lab. Docker's machines have their box from Docker. */
    private boolean mayHaveHad(ProviderName name) {
        return name.traits().sharesKernel() || known.everywhere().stream().anyMatch(lab -> lab.provider() == name)
                || workspaces.paths().stream().anyMatch(path -> !Files.isDirectory(path)
                || CreatedLab.notedProviders(Workspace.in(path)).contains(name)) || hasBox(name);
    }

    private boolean hasBox(ProviderName name) {
        Path boxes = VagrantHome.of(context.environment(), context.userHome()).resolve("boxes");
        if (Files.notExists(boxes)) {
            return false;
        }
        try (Stream<Path> inside = Files.find(boxes, BOX_DEPTH, (path, file) -> file.isDirectory()
                && path.endsWith(name.id()))) {
            return inside.findAny().isPresent();
        } catch (IOException | UncheckedIOException e) {
            return true;
        }
    }

    private List<LabResource> of(Provider provider) {
        List<KnownLab> records = known.everywhere();
        return provider.resources(context.cancellation()).stream()
                .map(one -> ResourceJudgement.ofItsLab(one, records, context.folders())).toList();
    }

    private void sort(Provider provider, LabResource one, ResourceJudgement judgement, Set<Path> lost) {
        Orphan orphan = Orphan.of(provider.name(), one, judgement.reason());
        if (judgement.state() == State.UNKNOWN) {
            unknown.add(orphan);
        } else if (judgement.state() == State.ORPHAN) {
            one.origin().ifPresent(origin -> lost.add(origin.workspace()));
            found.put(orphan, () -> {
                // The lab may have come up since the list was shown.
                if (judged(one, known.everywhere()).state() == State.ORPHAN
                        && of(provider).stream().anyMatch(one::isSame)) {
                    provider.remove(one, context.cancellation());
                }
            });
        }
    }

    private ResourceJudgement judged(LabResource one, List<KnownLab> records) {
        return ResourceJudgement.of(one, records, context.folders(), System.getProperty("user.name"), ThisHost.here(),
                ContainerSigns.here());
    }

    /** Only in workspaces of this user's labs. Others may belong to somebody. */
    private void processes(Set<Path> lost) {
        Set<Path> own = new LinkedHashSet<>(lost);
        own.addAll(workspaces.paths());
        Map<Long, Path> all = new TreeMap<>(VagrantLeftBehind.all());
        all.values().retainAll(own);
        all.forEach((pid, workspace) -> found.put(Orphan.local("process", Long.toString(pid),
                Optional.empty(), Optional.of(workspace.toString()), "a vagrant whose hybridlab was killed"),
                () -> new VagrantLeftBehind(context.processes(), workspace).end(context.listener()::message,
                        context.cancellation())));
    }

    /** Workspaces with Vagrant's machines or named by an orphan, without a record. */
    private void workspaces(Set<Path> lost) {
        Stream.concat(workspaces.paths().stream().filter(path ->
                !VagrantNotes.of(Workspace.in(path)).names().isEmpty()),
                lost.stream()).distinct().filter(OrphanFiles::isWorkspace)
                .filter(path -> known.everywhere().stream().noneMatch(lab -> lab.workspace().equals(path.toString())))
                .filter(path -> haveAnswered(CreatedLab.notedProviders(Workspace.in(path)), "the workspace " + path))
                .forEach(path -> found.put(Orphan.local("workspace", path.toString(), Optional.empty(),
                        Optional.of(path.toString()), withContext("no record knows its lab",
                                MergedContext.of(Workspace.in(path), Optional.empty(), context))),
                        () -> {
                            mustBeAlone(path);
                            OrphanFiles.removeWorkspace(context, known, workspaces, path);
                        }));
    }

    /**
     * If a provider has only names, the workspace's note proves that machines are this user's.
     *
     * @throws LabException {@code orphans-remain} if there are some, or the provider's own if it does not answer
     */
    private void mustBeAlone(Path workspace) {
        for (ProviderName name : CreatedLab.notedProviders(Workspace.in(workspace))) {
            of(new Providers(context.processes(), context.folders().state(), false).of(name)).stream()
                    .filter(one -> ResourceJudgement.isOf(one.lab(), workspace)).findFirst().ifPresent(one -> {
                        throw LabException.labFailed("orphans-remain", "The workspace %s stays: its %s is still there."
                                .formatted(workspace, one.title()), "Run the same command again.");
                    });
        }
    }

    /** Machines would be among the resources. A provider without an answer keeps the record. */
    private void records() {
        known.all().stream().filter(lab -> !Files.exists(Path.of(lab.workspace())))
                .filter(lab -> haveAnswered(Set.of(lab.provider()), "the lab " + lab.name())).forEach(this::record);
    }

    /** Nothing that may have machines is removed. Reports a provider whose program is missing. */
    private boolean haveAnswered(Set<ProviderName> providers, String owner) {
        providers.stream().filter(name -> !isHere(name)).forEach(name ->
                notAsked.add("%s: %s is not installed here, so it was not asked for %s"
                        .formatted(name.id(), name.traits().program(), owner)));
        return answered.containsAll(providers);
    }

    private void record(KnownLab lab) {
        LabId id = CreatedLab.id(lab);
        boolean lone = !present.contains(id);
        ResourceJudgement judgement = ResourceJudgement.recorded(lab);
        boolean orphan = judgement.state() == State.ORPHAN;
        Orphan record = Orphan.local("record", lab.name(), Optional.of(id.toString()), Optional.of(lab.workspace()),
                orphan ? withContext(lone ? "it has no machine and no workspace" : judgement.reason(),
                        MergedContext.of(lab, context)) : judgement.reason());
        if (orphan) {
            found.put(record, () -> OrphanFiles.removeRecord(context, workspaces, lab));
        } else if (lone && judgement.state() == State.UNKNOWN) {
            unknown.add(record);
        }
    }

    private static String withContext(String reason, MergedContext context) {
        return reason + context.warning().map(". "::concat).orElse("");
    }

    /** Whether the provider said that it is gone. */
    boolean lacks(Orphan one) {
        if (one.provider().isPresent()) {
            return answered.contains(ProviderName.of(one.provider().get())) && !listed.contains(key(one));
        }
        return switch (one.kind()) {
            case "record" -> known.everywhere().stream()
                    .noneMatch(lab -> one.workspace().equals(Optional.of(lab.workspace())));
            case "workspace" -> Files.notExists(Path.of(one.name()));
            default -> true;
        };
    }

    private static String key(Orphan one) {
        return String.join(" ", one.provider().orElse(""), one.kind(), one.name());
    }

    /** Each orphan, with what removes it after another look. */
    Map<Orphan, Runnable> found() {
        return found;
    }

    List<Orphan> unknown() {
        return unknown;
    }

    /** Providers of possible machines that did not answer, with their errors. */
    List<String> notAsked() {
        return notAsked;
    }
}
