package org.hybridlab.provision.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;

/**
 * The machines that Vagrant has made for a lab, by its own notes, {@code machines/NAME/PROVIDER/id}: no program is
 * asked, so a machine that was taken away behind Vagrant's back is still among them.
 */
public final class CreatedMachines {
    private CreatedMachines() {
    }

    /** Those that Vagrant has a folder for, be it only because it was about to make them. */
    public static Set<String> noted(Workspace workspace) {
        return notes(workspace, "").stream().filter(file -> file.getNameCount() >= 2)
                .map(file -> file.getName(0).toString()).collect(Collectors.toSet());
    }

    /** The providers of those machines, in Vagrant's words. */
    static Set<String> providers(Workspace workspace) {
        return notes(workspace, "id").stream().filter(file -> file.getNameCount() == 3)
                .map(file -> file.getName(1).toString()).collect(Collectors.toSet());
    }

    public static Set<String> of(Workspace workspace) {
        return notes(workspace, "id").stream().filter(file -> file.getNameCount() == 3)
                .map(file -> file.getName(0).toString()).collect(Collectors.toSet());
    }

    /** @param name of the files; empty for all */
    private static Set<Path> notes(Workspace workspace, String name) {
        Path machines = workspace.vagrantData().resolve("machines");
        try (Stream<Path> files = Files.isDirectory(machines) ? Files.walk(machines, 3) : Stream.<Path>empty()) {
            return files.filter(file -> name.isEmpty() || file.endsWith(name)).map(machines::relativize)
                    .collect(Collectors.toSet());
        } catch (NoSuchFileException e) {
            // Another hybridlab destroys the lab at this moment.
            return Set.of();
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return Set.of();
            }
            throw unreadable(machines, e.getCause());
        } catch (IOException e) {
            throw unreadable(machines, e);
        }
    }

    /** Not the same as no machines: what is made is not to be taken for what is missing. */
    private static LabException unreadable(Path folder, IOException e) {
        return LabException.hostNotReady("workspace-unreadable", "%s could not be read: %s".formatted(folder,
                e.getMessage()), "Look at the owner and the permissions of the lab's folder.").causedBy(e);
    }
}
