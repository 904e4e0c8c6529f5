package org.hybridlab.service.context;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.template.Installation;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.common.workspace.WorkspacePlace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.host.UserFolders;

/**
 * All that services use of the outside world.
 *
 * @param directory base of relative paths
 * @param terminal whether a program such as sudo may ask for a password
 * @param approval asked before something is destroyed, changed on this host, or trusted
 */
public record ServiceContext(Map<String, String> environment, Path directory, Path userHome, UserFolders folders,
                             Processes processes, Cancellation cancellation, boolean terminal,
                             ServiceListener listener, Approval approval) {

    public ServiceContext with(Cancellation other) {
        return new ServiceContext(environment, directory, userHome, folders, processes, other, terminal, listener,
                approval);
    }

    /** The installation, with {@code templates}, {@code labs} and {@code schema}. */
    public Path home() {
        return Installation.home(environment);
    }

    /** It need not exist. Writes nothing. */
    public Workspace workspace(LabLocation location) {
        return new WorkspacePlace(folders.workspaces()).of(location.file(), location.instance());
    }

    /** Most important first: {@code labs/} here, then those shipped with hybridlab. */
    public List<Path> labs() {
        return Stream.of(directory.resolve("labs"), home().resolve("labs")).distinct().toList();
    }

    /** The lock is in the state folder: `destroy` deletes the workspace while it holds the lock. */
    public RunFolder runFolder(Workspace workspace) {
        return new RunFolder(workspace.folder(), workspace.logs(), folders.lock(workspace.folder()));
    }

    public Bundles bundles() {
        return Bundles.of(home(), folders.cache(), environment, processes);
    }

    public Fetching fetching(TaskListener task) {
        return new Fetching(task, task::progress, cancellation);
    }

    public ServiceContext with(Approval other) {
        return new ServiceContext(environment, directory, userHome, folders, processes, cancellation, terminal,
                listener, other);
    }

    public ServiceContext with(ServiceListener other) {
        return new ServiceContext(environment, directory, userHome, folders, processes, cancellation, terminal, other,
                approval);
    }
}
