package org.hybridlab.steps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.lab.ProviderName;
import org.hybridlab.plan.Plan;

/** Labs that tests of plans share, all in one folder: on docker, if a test does not say otherwise. */
record PlannedLabs(Path folder) {
    /** One that comes with hybridlab. */
    LabContext shipped(String name) {
        return WindowsLabs.made(Path.of("labs", name, "lab.yaml"), ProviderName.DOCKER, folder);
    }

    /** The plan of one that comes with hybridlab. */
    Plan plan(String name) {
        return UpPlanner.plan(shipped(name));
    }

    /** @param text of the lab file */
    LabContext of(String text) throws IOException {
        return on(ProviderName.DOCKER, text);
    }

    LabContext on(ProviderName provider, String text) throws IOException {
        return WindowsLabs.made(Files.writeString(folder.resolve("lab.yaml"), text), provider, folder);
    }
}
