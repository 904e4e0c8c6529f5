package org.hybridlab.provision.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.StrictJson;
import org.hybridlab.common.workspace.Workspace;
import tools.jackson.core.JacksonException;

/**
 * What hybridlab records of a lab in its workspace: {@code state.json}. Each change is forced to disk before the call
 * returns, so intents are recorded before their effect. A missing file is an empty record. An unreadable one is
 * unknown, and only {@link #lab} ignores it.
 *
 * <p>{@link Applied} goes with a snapshot. {@link UnderWay} never does, and no restore writes it.
 *
 * @param workspace or the folder of a saved copy
 */
public record WorkspaceState(Workspace workspace) {
    private static final String FILE = "state.json";
    private static final int VERSION = 1;

    /** What describes machines and cluster. @param objects applied for each app, as API paths in order */
    record Applied(Optional<AppliedLab> lab, Map<String, List<String>> objects) {
        static final Applied NOTHING = new Applied(Optional.empty(), Map.of());

        Applied {
            objects = new TreeMap<>(objects);
        }
    }

    /**
     * Changes that the next {@code up} finishes.
     *
     * @param recreating machines to recreate although the lab file names them
     * @param resetTo the snapshot of a reset: until it ends, the machines are of different moments
     */
    record UnderWay(Set<String> recreating, Optional<String> resetTo) {
        static final UnderWay NOTHING = new UnderWay(Set.of(), Optional.empty());

        UnderWay {
            recreating = new TreeSet<>(recreating);
        }
    }

    record Content(int version, Applied applied, UnderWay underWay) {
        static final Content NOTHING = new Content(VERSION, Applied.NOTHING, UnderWay.NOTHING);
    }

    public Path file() {
        return workspace.folder().resolve(FILE);
    }

    /** For code that only tells, or needs no record: empty if the lab is not up, or the record is unreadable. */
    public Optional<AppliedLab> lab() {
        return find().flatMap(content -> content.applied.lab);
    }

    /** Records the lab as it is now. */
    public void keep(AppliedLab lab) {
        changeApplied(then -> new Applied(Optional.of(lab), then.objects));
    }

    /** Does nothing without a record. */
    public void changeLab(UnaryOperator<AppliedLab> change) {
        changeApplied(then -> new Applied(then.lab.map(change), then.objects));
    }

    public void forgetLab() {
        changeApplied(then -> new Applied(Optional.empty(), then.objects));
    }

    /** By app; no list is empty. Objects on no list are never deleted. */
    public Map<String, List<String>> objects() {
        return content().applied.objects;
    }

    /** Called before these are applied; keeps earlier entries. */
    public void addObjects(String app, Collection<String> paths) {
        changeObjects(app, then -> {
            Set<String> all = new LinkedHashSet<>(then);
            all.addAll(paths);
            return List.copyOf(all);
        });
    }

    /** Replaces the list; an empty list for an app that is gone. */
    public void keepObjects(String app, Collection<String> paths) {
        changeObjects(app, then -> List.copyOf(paths));
    }

    private void changeObjects(String app, UnaryOperator<List<String>> change) {
        changeApplied(then -> {
            Map<String, List<String>> all = new TreeMap<>(then.objects);
            all.put(app, change.apply(all.getOrDefault(app, List.of())));
            all.values().removeIf(List::isEmpty);
            return new Applied(then.lab, all);
        });
    }

    /** Machines to recreate although the lab file names them. */
    public Set<String> recreating() {
        return content().underWay.recreating;
    }

    public void beginRecreating(String machine) {
        changeUnderWay(then -> {
            Set<String> all = new TreeSet<>(then.recreating);
            all.add(machine);
            return new UnderWay(all, then.resetTo);
        });
    }

    /** The old machine and its node are gone, and {@code up} creates the new one. Or the old one stays. */
    public void endRecreating(String machine) {
        changeUnderWay(then -> new UnderWay(without(then.recreating, List.of(machine)), then.resetTo));
    }

    /** The snapshot of an unfinished reset. */
    public Optional<String> resetTo() {
        return content().underWay.resetTo;
    }

    /** Until {@link #endReset}, the machines are of different moments. */
    public void beginReset(String snapshot) {
        changeUnderWay(then -> new UnderWay(then.recreating, Optional.of(snapshot)));
    }

    /** @param restored machines; to recreate them is void */
    public void endReset(Collection<String> restored) {
        changeUnderWay(then -> new UnderWay(without(then.recreating, restored), Optional.empty()));
    }

    private static Set<String> without(Set<String> machines, Collection<String> gone) {
        Set<String> all = new TreeSet<>(machines);
        all.removeAll(gone);
        return all;
    }

    /** Writes what a snapshot keeps. @param folder in the workspace, with a slash at its end */
    public void save(String folder) {
        workspace.write(folder + FILE, text(new Content(VERSION, content().applied, UnderWay.NOTHING)),
                Workspace.Kind.SECRET);
    }

    /** @param folder that {@link #save} wrote to */
    public void restore(Path folder) {
        Applied saved = new WorkspaceState(Workspace.in(folder)).content().applied;
        changeApplied(then -> saved);
    }

    private void changeApplied(UnaryOperator<Applied> change) {
        change(then -> new Content(VERSION, change.apply(then.applied), then.underWay));
    }

    private void changeUnderWay(UnaryOperator<UnderWay> change) {
        change(then -> new Content(VERSION, then.applied, change.apply(then.underWay)));
    }

    private void change(UnaryOperator<Content> change) {
        // Steps of one run record in parallel.
        synchronized (WorkspaceState.class) {
            Content then = content();
            Content now = change.apply(then);
            if (!now.equals(then)) {
                workspace.write(FILE, text(now), Workspace.Kind.LASTING);
            }
        }
    }

    private static String text(Content content) {
        return StrictJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(content) + "\n";
    }

    /**
     * Called before a command asks the user or touches anything: as a missing record, an unreadable one would let
     * every change pass.
     *
     * @param word the lab as the user calls it
     * @throws LabException {@code applied-lab-unreadable} (exit 2)
     */
    public void mustBeReadable(String word) {
        if (!isReadable()) {
            throw unreadable(createAgain(word));
        }
    }

    public boolean isReadable() {
        return find().isPresent();
    }

    /** What the next {@code up} has to finish, or that this is unknown: sentences for commands that only tell. */
    public List<String> unfinished(String word) {
        if (!isReadable()) {
            return List.of("%s. %s".formatted(unreadable("").what(), createAgain(word)));
        }
        UnderWay changes = content().underWay;
        return Stream.concat(changes.resetTo.stream().map(snapshot -> ("A reset to the snapshot '%s' has not "
                + "ended, so the machines may be of different moments: `hybridlab up %s` ends it.").formatted(snapshot,
                word)), changes.recreating.stream().map(machine ->
                "%s is being recreated: `hybridlab up %s` goes on with it.".formatted(machine, word))).toList();
    }

    private static String createAgain(String word) {
        return "Repair that file if you can. Or create the lab again: hybridlab destroy %1$s, then hybridlab up %1$s."
                .formatted(word);
    }

    private Content content() {
        return find().orElseThrow(() -> unreadable("Repair that file if you can. Or create the lab again with destroy "
                + "and up."));
    }

    /** @param advice what to do; whole labs can be destroyed without the record */
    public LabException unreadable(String advice) {
        return LabException.invalid("applied-lab-unreadable", "What hybridlab recorded of the lab cannot be read: "
                + file(), advice);
    }

    private Optional<Content> find() {
        try {
            return Files.notExists(file(), LinkOption.NOFOLLOW_LINKS) ? Optional.of(Content.NOTHING)
                    : Optional.ofNullable(StrictJson.MAPPER.readValue(Files.readAllBytes(file()), Content.class))
                            .filter(content -> content.version == VERSION);
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }
}
