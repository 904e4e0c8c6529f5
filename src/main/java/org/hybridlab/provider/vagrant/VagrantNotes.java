package org.hybridlab.provider.vagrant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.PathsThere;
import org.hybridlab.common.workspace.Workspace;

/**
 * Vagrant's records of the machines that it created, {@code machines/NAME/PROVIDER/id}. Runs no program, so a machine
 * removed behind Vagrant's back is still there. Unreadable records are not absent: all methods throw {@code
 * workspace-unreadable} (exit 3).
 */
public record VagrantNotes(Path machines) {
    private static final String ID = "id";
    private static final int DEPTH = 3;

    public static VagrantNotes of(Workspace workspace) {
        return in(workspace.vagrantData());
    }

    /** @param vagrantData Vagrant's own folder in a workspace */
    public static VagrantNotes in(Path vagrantData) {
        return new VagrantNotes(vagrantData.resolve("machines"));
    }

    public Set<String> names() {
        return ids().map(file -> file.getName(0).toString()).collect(Collectors.toSet());
    }

    public Set<String> providers() {
        return ids().map(file -> file.getName(1).toString()).collect(Collectors.toSet());
    }

    /**
     * Vagrant's file with the provider's id of a machine.
     *
     * @param provider in Vagrant's words
     */
    public Path file(String machine, String provider) {
        return machines.resolve(machine).resolve(provider).resolve(ID);
    }

    private Stream<Path> ids() {
        return paths().stream().filter(file -> file.getNameCount() == DEPTH && file.endsWith(ID));
    }

    /** Machines with a folder, maybe only since Vagrant was about to create them. */
    public Set<String> begun() {
        return paths().stream().filter(file -> file.getNameCount() >= 2).map(file -> file.getName(0).toString())
                .collect(Collectors.toSet());
    }

    /** Whether the provider's id belongs to a recorded machine. */
    public boolean has(String provider, String id) {
        return ids().filter(file -> file.getName(1).toString().equals(provider))
                .anyMatch(file -> read(machines.resolve(file)).equals(id));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Skips what another step removes meanwhile. */
    private List<Path> paths() {
        if (!Files.isDirectory(machines)) {
            return List.of();
        }
        try {
            return PathsThere.in(machines, DEPTH).stream().map(machines::relativize).toList();
        } catch (IOException e) {
            throw unreadable(machines, e);
        }
    }

    private static LabException unreadable(Path place, IOException e) {
        return LabException.hostNotReady("workspace-unreadable", "%s could not be read: %s".formatted(place,
                e.getMessage()), "Look at the owner and the permissions of the lab's folder.").causedBy(e);
    }
}
