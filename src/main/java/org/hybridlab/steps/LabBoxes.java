package org.hybridlab.steps;

import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.process.Cancellation;

/**
 * The box that a lab's machines are made from, and the kit for those whose box may lack Kubernetes, because we did not
 * make it.
 *
 * @param files the scripts of those machines among them
 * @param box of machines that name none
 */
record LabBoxes(Lab lab, RenderedFiles files, BoxSource box, StockNodePayload kit) {
    /** Whether some machine takes the box. */
    boolean needsBox() {
        return lab.madeMachines().stream().anyMatch(this::takesBox);
    }

    /** Boxes of Windows are published ones, which Vagrant gets by itself. */
    boolean takesBox(Machine machine) {
        return machine.box().isEmpty() && !machine.isWindows();
    }

    /** Whether some machine takes the kit. */
    boolean needsKit() {
        return lab.madeMachines().stream().anyMatch(this::takesKit);
    }

    boolean takesKit(Machine machine) {
        return files.install().containsKey(machine.name());
    }

    /** Whether the box is there, or nobody needs it; a cheap look. */
    boolean hasBox(Cancellation cancellation) {
        return !needsBox() || box.exists(cancellation);
    }

    /** Whether the kit is there, or nobody needs it; a cheap look. */
    boolean hasKit() {
        return !needsKit() || kit.exists();
    }
}
