package org.hybridlab.service;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.service.context.Approval;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;

/** What a call of a service takes, for the lab {@code duo} in a folder: no command line, and no machines. */
final class LabsInFolder {
    final Cancellation cancellation = new Cancellation();
    private final Path home;
    private final NamedLab lab;
    private final Map<String, String> environment;

    /** @param text of the lab file */
    LabsInFolder(Path home, String text) {
        this.home = home;
        environment = new HashMap<>(Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(),
                "VAGRANT_HOME", home.resolve("vagrant").toString()));
        Path folder = home.resolve("labs/duo");
        unchecked(() -> {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("lab.yaml"), text);
        });
        lab = new NamedLab(LabLocation.find(folder.toString(), List.of(), home), "duo");
    }

    NamedLab named() {
        return lab;
    }

    ServiceContext context(Processes processes, List<String> heard) {
        return new ServiceContext(environment, home, home, folders(), processes, cancellation,
                false, ServiceListener.lines(heard::add), Approval.EVERYTHING);
    }

    /** For contexts that are made from now on. */
    void environment(String name, String value) {
        environment.put(name, value);
    }

    /** Writes the lab file again, later than before by any file system's clock. */
    void edit(UnaryOperator<String> change) {
        Path file = lab.location().file();
        unchecked(() -> {
            FileTime before = Files.getLastModifiedTime(file);
            Files.writeString(file, change.apply(Files.readString(file)));
            Files.setLastModifiedTime(file, FileTime.from(before.toInstant().plusSeconds(2)));
        });
    }

    /** Records the lab as {@code up} does before its first step. */
    void recordUp() {
        recordUp(ProviderName.DOCKER);
    }

    void recordUp(ProviderName provider) {
        record(provider, false);
    }

    /** As {@code up --simulate-windows} does. */
    void recordSimulated() {
        record(ProviderName.DOCKER, true);
    }

    private void record(ProviderName provider, boolean simulatesWindows) {
        Workspace workspace = Workspace.of(lab.location().file());
        new OwnWorkspaces(folders()).bind(workspace.folder());
        workspace.create();
        String id = LabId.of("duo", workspace.folder()).toString();
        new KnownLabs(folders()).remember(TestKnownLab.of("duo", workspace.folder().toString(), provider,
                "192.168.57.0/24", simulatesWindows, NetworkMode.FLANNEL_VXLAN, KnownLab.Origin.of(id,
                lab.location().file(), Optional.empty())));
    }

    /** As the last step of {@code destroy} does. */
    void forget() {
        new KnownLabs(folders()).forget(workspace());
    }

    Path workspace() {
        return Workspace.of(lab.location().file()).folder();
    }

    private UserFolders folders() {
        return UserFolders.of(Map.of(), home);
    }
}
