package org.hybridlab.report.diagram;

import java.util.List;

/**
 * What is known of a machine of a running lab, for its picture.
 *
 * @param well whether it is a Ready node
 * @param pods its share of the pod network, for example {@code 10.244.1.0/24}; empty if it has none
 * @param running what of the apps runs there
 */
public record MachineView(boolean well, String pods, List<Running> running) {
    public MachineView {
        running = List.copyOf(running);
    }

    /** One pod. */
    public record Running(String name, boolean well) {
    }
}
