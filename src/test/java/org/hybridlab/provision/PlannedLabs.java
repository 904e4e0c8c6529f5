package org.hybridlab.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;

/** Labs that tests of plans share, all in one folder: on docker, if a test does not say otherwise. */
public record PlannedLabs(Path folder) {
    /** One that comes with hybridlab. */
    public LabContext shipped(String name) {
        return WindowsLabs.created(Path.of("labs", name, "lab.yaml"), ProviderName.DOCKER, folder);
    }

    /** The plan of one that comes with hybridlab. */
    public Plan plan(String name) {
        return UpPlanner.plan(shipped(name));
    }

    /** @param text of the lab file */
    public LabContext of(String text) throws IOException {
        return on(ProviderName.DOCKER, text);
    }

    public LabContext on(ProviderName provider, String text) throws IOException {
        return WindowsLabs.created(Files.writeString(folder.resolve("lab.yaml"), text), provider, folder);
    }
}
