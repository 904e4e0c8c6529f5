package org.hybridlab.provider.docker;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.ProviderTool;

/**
 * Which Docker has the lab's machines. A host can have several (Docker Desktop, rootless, another host by {@code
 * DOCKER_HOST}), and one that never heard of the lab says that it has no machines.
 *
 * @param note the daemon's id and folder, written before the first machine
 */
record DockerDaemon(ProviderTool docker, DockerNote note) {
    /** @param known its id and folder; empty: it is asked */
    void note(String known, Cancellation cancellation) {
        if (note.read().isEmpty()) {
            note.write(known.isEmpty() ? id(cancellation) : known);
        }
    }

    /** @throws LabException {@code docker-differs} (exit 3) if another one answers */
    void mustBeTheLabs(Cancellation cancellation) {
        note.read().filter(noted -> !noted.equals(id(cancellation))).ifPresent(noted -> {
            throw LabException.hostNotReady("docker-differs", "Another Docker answers than the one that has the lab's "
                    + "machines.", "Choose the one that has them, by `docker context use` or DOCKER_HOST. If it is "
                    + "gone with them, delete %s, and run the same command again.".formatted(note.file()));
        });
    }

    private String id(Cancellation cancellation) {
        // Until its version 25, daemons with the same /etc/docker have the same id.
        return docker.look(cancellation, "info", "--format", "{{.ID}} {{.DockerRootDir}}").strip();
    }
}
