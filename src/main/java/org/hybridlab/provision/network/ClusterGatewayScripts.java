package org.hybridlab.provision.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Ipv4;

/**
 * Scripts for the owner of a foreign cluster to run on its Linux machines, which a lab cannot reach. One per machine
 * and Windows machine: {@code cluster-scripts/ADDRESS/gateway-NAME.sh} in the workspace.
 */
public final class ClusterGatewayScripts {
    private static final String FOLDER = "cluster-scripts";

    private final Workspace workspace;

    public ClusterGatewayScripts(Workspace workspace) {
        this.workspace = workspace;
    }

    Path folder() {
        return workspace.folder().resolve(FOLDER);
    }

    void write(Ipv4 machine, String name, String text) {
        workspace.write("%s/%s/%s".formatted(FOLDER, machine, name), text, Workspace.Kind.EXECUTABLE);
    }

    boolean isWritten(Ipv4 machine, String name, String text) {
        Path file = folder().resolve(machine.toString()).resolve(name);
        try {
            return Files.isRegularFile(file) && Files.readString(file).equals(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What the owner does once these Windows machines are gone; empty if they had no scripts.
     *
     * @param gone names of machines; none: all of the lab's
     */
    public Optional<String> afterwards(Set<String> gone) {
        if (!Files.isDirectory(folder())) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(folder(), 2)) {
            List<Path> scripts = files.filter(Files::isRegularFile).filter(file -> gone.isEmpty() || gone.stream()
                    .anyMatch(name -> file.endsWith(GatewayScript.file(name)))).sorted().toList();
            return scripts.isEmpty() ? Optional.empty() : Optional.of(
                    "Where you ran these scripts, take it back: as root, %s on %s.".formatted(
                            names(scripts.stream().map(file -> "/etc/hybridlab/remove-" + file.getFileName())),
                            names(scripts.stream().map(file -> file.getParent().getFileName().toString()))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String names(Stream<String> all) {
        return String.join(", ", all.distinct().toList());
    }
}
