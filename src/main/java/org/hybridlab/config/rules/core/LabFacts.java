package org.hybridlab.config.rules.core;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;

/** @param apps in the order of the lab's apps */
public record LabFacts(Lab lab, List<AppFacts> apps, HostView host) {
    public LabFacts {
        apps = List.copyOf(apps);
    }

    public Stream<ManifestObject> objects() {
        return apps.stream().flatMap(app -> app.objects().stream());
    }

    /** Whether every manifest could be read, so that no object is missing. */
    public boolean allSeen() {
        return apps.stream().allMatch(AppFacts::complete);
    }
}
