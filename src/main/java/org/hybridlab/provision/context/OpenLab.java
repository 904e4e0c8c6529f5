package org.hybridlab.provision.context;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.reader.SetValues;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.provider.api.LabId;

/**
 * A lab as it will be, or is, on this host.
 *
 * @param folder of the lab file; after the user's consent, no other files are read there
 * @param id in the names of its things on this host
 * @param lab with provider and all addresses
 * @param choice the provider, and why
 * @param word how commands name the lab, with its instance, quoted for a shell
 * @param written the lab file's own provider
 * @param settings values in place of the lab file's, of this call and earlier ones
 * @param hostMemoryMiB all of this host's memory; empty: unknown
 */
public record OpenLab(LabLocation location, LabFolder folder, LabId id, Lab lab, Workspace workspace,
                      ProviderChoice choice, List<Problem> warnings, String word, Optional<ProviderName> written,
                      SetValues settings, OptionalInt hostMemoryMiB) {
    /** A lab that nothing was created of. */
    public OpenLab(LabLocation location, Lab lab, Workspace workspace, ProviderChoice choice,
                   List<Problem> warnings) {
        this(location, new LabFolder(location.folder()), LabId.of(lab.name(), workspace.folder()), lab,
                workspace, choice, warnings, lab.name(), Optional.empty(), SetValues.NONE,
                OptionalInt.empty());
    }

    /** As if nothing had been created: its workspace does not exist. */
    public OpenLab asNew() {
        return new OpenLab(location, folder, id, lab, Workspace.in(workspace.folder().resolve("of-a-new-lab")), choice,
                warnings, word, written, settings, hostMemoryMiB);
    }

    public OpenLab calledBy(String name) {
        return new OpenLab(location, folder, id, lab, workspace, choice, warnings, name, written, settings,
                hostMemoryMiB);
    }
}
