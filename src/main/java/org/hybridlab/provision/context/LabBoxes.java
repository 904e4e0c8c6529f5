package org.hybridlab.provision.context;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provision.render.RenderedFiles;

/** The machines' box, and the payload for those whose box may lack Kubernetes. @param box of machines that name none */
public record LabBoxes(Lab lab, RenderedFiles files, BoxSource box, StockNodePayload payload) {
    public boolean needsBox() {
        return lab.madeMachines().stream().anyMatch(this::takesBox);
    }

    /** Vagrant downloads Windows boxes itself. */
    public boolean takesBox(Machine machine) {
        return machine.box().isEmpty() && !machine.isWindows();
    }

    public boolean needsNodePayload() {
        return lab.madeMachines().stream().anyMatch(this::takesNodePayload);
    }

    public boolean takesNodePayload(Machine machine) {
        return files.install().containsKey(machine.name());
    }

    /** True if nobody needs it; false if the provider does not say. Cheap. */
    boolean hasBox(Cancellation cancellation) {
        return !needsBox() || LabException.known(() -> box.exists(cancellation)).orElse(false);
    }

    /** True if nobody needs it. Cheap. */
    boolean hasNodePayload() {
        return !needsNodePayload() || payload.exists();
    }
}
