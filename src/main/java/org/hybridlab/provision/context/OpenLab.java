package org.hybridlab.provision.context;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.provider.api.LabId;

/**
 * A lab as it will be, or is, on this host.
 *
 * @param folder of the lab file; once the user was asked about the lab, no other files are read there
 * @param id what its things are called by on this host
 * @param lab with its provider and every address
 * @param choice the provider, and why
 * @param warnings of the lab file
 * @param word what the user calls the lab, for messages that say what to call next: with its instance, quoted for a
 *             shell
 * @param written the provider that the lab file says, whatever was chosen
 * @param hostMemoryMiB all of this host's memory; empty: unknown
 */
public record OpenLab(LabLocation location, LabFolder folder, LabId id, Lab lab, Workspace workspace,
                      ProviderChoice choice, List<Problem> warnings, String word, Optional<ProviderName> written,
                      OptionalInt hostMemoryMiB) {
    /** A lab that nothing was made of yet. */
    public OpenLab(LabLocation location, Lab lab, Workspace workspace, ProviderChoice choice,
                   List<Problem> warnings) {
        this(location, new LabFolder(location.folder()), LabId.of(lab.name(), workspace.folder()), lab,
                workspace, choice, warnings, lab.name(), Optional.empty(), OptionalInt.empty());
    }

    /** The same lab as if nothing had been made of it: its workspace is a folder that is not there. */
    public OpenLab asNew() {
        return new OpenLab(location, folder, id, lab, Workspace.in(workspace.folder().resolve("of-a-new-lab")), choice,
                warnings, word, written, hostMemoryMiB);
    }

    public OpenLab calledBy(String name) {
        return new OpenLab(location, folder, id, lab, workspace, choice, warnings, name, written, hostMemoryMiB);
    }
}
