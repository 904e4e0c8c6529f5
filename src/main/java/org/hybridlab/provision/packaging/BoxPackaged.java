package org.hybridlab.provision.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.artifact.box.PackagedBoxes;
import org.hybridlab.artifact.box.PackagedNote;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.databind.json.JsonMapper;

/** Vagrant has a box of the machine, with a note about its origin. */
final class BoxPackaged implements Action {
    private static final String FOLDER = "box/";

    private final LabContext labContext;
    private final Machine machine;
    private final PackagedNote note;

    BoxPackaged(LabContext labContext, Machine machine, PackagedNote note) {
        this.labContext = labContext;
        this.machine = machine;
        this.note = note;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("the machine is another one at each call");
    }

    @Override
    public void run(StepContext context) {
        ProviderName provider = labContext.provider().name();
        Path info = labContext.workspace().write(FOLDER + PackagedBoxes.NOTE,
                JsonMapper.shared().writeValueAsString(note));
        Path file = info.resolveSibling("packaged.box");
        try {
            // Vagrant does not overwrite it; an interrupted call may have left one.
            Files.deleteIfExists(file);
            labContext.vagrant().pack(machine.name(), file, info, context::line, context.cancellation());
            try {
                labContext.vagrant().boxAdd(note.name(), file.toString(), provider, context::line,
                        context.cancellation());
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!labContext.provider().standsAlone(note.name(), labContext.vagrantHome())) {
            throw LabException.hostNotReady("box-not-whole", "%s holds only what differs from the box of %s: Vagrant "
                    .formatted(note.name(), machine.name()) + "could not read that one's disk, and did not say so.",
                    ("Let your user read libvirt's storage pool (%s has the steps). Then: hybridlab box remove %s "
                            + "--provider %s").formatted("docs/how-to/package-boxes.md", note.name(), provider.id()));
        }
    }
}
