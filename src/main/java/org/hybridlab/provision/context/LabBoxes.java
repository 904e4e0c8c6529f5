package org.hybridlab.provision.context;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provision.render.RenderedFiles;

/**
 * The box that a lab's machines are made from, and the kit for those whose box may lack Kubernetes, because we did not
 * make it.
 *
 * @param files the scripts of those machines among them
 * @param box of machines that name none
 */
public record LabBoxes(Lab lab, RenderedFiles files, BoxSource box, StockNodePayload payload) {
    /** Whether some machine takes the box. */
    public boolean needsBox() {
        return lab.madeMachines().stream().anyMatch(this::takesBox);
    }

    /** Boxes of Windows are published ones, which Vagrant gets by itself. */
    public boolean takesBox(Machine machine) {
        return machine.box().isEmpty() && !machine.isWindows();
    }

    /** Whether some machine takes the kit. */
    public boolean needsNodePayload() {
        return lab.madeMachines().stream().anyMatch(this::takesNodePayload);
    }

    public boolean takesNodePayload(Machine machine) {
        return files.install().containsKey(machine.name());
    }

    /** Whether the box is there, or nobody needs it; not so where the provider does not say. A cheap look. */
    boolean hasBox(Cancellation cancellation) {
        return !needsBox() || LabException.known(() -> box.exists(cancellation)).orElse(false);
    }

    /** Whether the kit is there, or nobody needs it; a cheap look. */
    boolean hasNodePayload() {
        return !needsNodePayload() || payload.exists();
    }
}
