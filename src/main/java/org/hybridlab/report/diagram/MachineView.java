package org.hybridlab.report.diagram;

import java.util.List;

/**
 * A running machine, for the picture.
 *
 * @param well whether it is a Ready node
 * @param pods its pod CIDR, for example {@code 10.244.1.0/24}; empty if it has none
 */
public record MachineView(boolean well, String pods, List<Running> running) {
    public MachineView {
        running = List.copyOf(running);
    }

    public record Running(String name, boolean well) {
    }
}
