package org.hybridlab.service;

import java.nio.file.Path;
import java.time.Clock;

import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabService;

public record RenderService(ServiceContext context) {
    /** Returns the workspace. Throws {@code lab-not-trusted} (exit 2) if the lab is up, {@code lab-locked} (exit 3). */
    public Path render(NamedLab lab, OpenOptions options) {
        LabService labs = new LabService(context);
        OpenLab open = labs.open(lab, options);
        if (labs.isKnown(open)) {
            // Vagrant would run the new Vagrantfile of machines that exist.
            labs.needTrust(open);
        }
        try (LabLock ignored = LabLock.acquire(context.runFolder(open.workspace()), Clock.systemUTC())) {
            labs.labContext(open).files().writeTo(labs.workspace(open));
        }
        return open.workspace().folder();
    }
}
