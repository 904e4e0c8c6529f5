package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Machine;
import org.hybridlab.config.rules.core.AppFacts;

public final class MachineImages {
    private MachineImages() {
    }

    /** Images of all pods that may run on the machine. */
    public static Set<String> on(Machine machine, List<AppFacts> apps) {
        return apps.stream().flatMap(app -> app.objects().stream()).map(PodSpec::of).flatMap(Optional::stream)
                .filter(pod -> pod.isWindows() == machine.isWindows() && pod.selects(machine)).flatMap(PodSpec::images)
                        .map(Image::reference)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
