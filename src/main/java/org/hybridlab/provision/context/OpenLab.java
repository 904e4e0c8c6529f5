package org.hybridlab.provision.context;

import java.util.List;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Lab;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.provider.api.LabId;

/**
 * A lab as it will be, or is, on this host.
 *
 * @param id what its things are called by on this host
 * @param lab with its provider and every address
 * @param choice the provider, and why
 * @param warnings of the lab file
 */
public record OpenLab(LabLocation location, LabId id, Lab lab, Workspace workspace, ProviderChoice choice,
                      List<Problem> warnings) {
    /** A lab that nothing was made of yet. */
    public OpenLab(LabLocation location, Lab lab, Workspace workspace, ProviderChoice choice,
                   List<Problem> warnings) {
        this(location, LabId.of(lab.name(), workspace.folder()), lab, workspace, choice, warnings);
    }
}
