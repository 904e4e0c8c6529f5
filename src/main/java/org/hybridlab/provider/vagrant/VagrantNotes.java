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
 * What Vagrant itself notes of the machines that it made, {@code machines/NAME/PROVIDER/id}. No program is asked, so a
 * machine that was taken away behind Vagrant's back is still there. Notes that cannot be read are not the same as none:
 * all methods throw {@code workspace-unreadable} (exit 3) then.
 *
 * @param machines the folder
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

    /** Names of the machines that were made. */
    public Set<String> names() {
        return ids().map(file -> file.getName(0).toString()).collect(Collectors.toSet());
    }

    /** Their providers, in Vagrant's words. */
    public Set<String> providers() {
        return ids().map(file -> file.getName(1).toString()).collect(Collectors.toSet());
    }

    /** Where Vagrant notes by what id the provider calls a machine. @param provider in Vagrant's words */
    public Path file(String machine, String provider) {
        return machines.resolve(machine).resolve(provider).resolve(ID);
    }

    /** Relative paths of the files. */
    private Stream<Path> ids() {
        return paths().stream().filter(file -> file.getNameCount() == DEPTH && file.endsWith(ID));
    }

    /** Names of machines that Vagrant has a folder for, be it only because it was about to make them. */
    public Set<String> begun() {
        return paths().stream().filter(file -> file.getNameCount() >= 2).map(file -> file.getName(0).toString())
                .collect(Collectors.toSet());
    }

    /** Whether a machine was made that the provider calls by this id. */
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

    /** What is gone meanwhile is not among them: another step has just removed that machine. */
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
