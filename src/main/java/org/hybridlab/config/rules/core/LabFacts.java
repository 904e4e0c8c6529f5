package org.hybridlab.config.rules.core;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;

/**
 * Everything that rules look at.
 *
 * @param apps one for each of the lab's apps, in the same order
 */
public record LabFacts(Lab lab, List<AppFacts> apps, HostView host) {
    public LabFacts {
        apps = List.copyOf(apps);
    }

    /** Everything that the lab's apps make, as far as it is known. */
    public Stream<ManifestObject> objects() {
        return apps.stream().flatMap(app -> app.objects().stream());
    }

    /** Whether every manifest of every app could be read, so that what is in none is not in the lab. */
    public boolean allSeen() {
        return apps.stream().allMatch(AppFacts::complete);
    }
}
