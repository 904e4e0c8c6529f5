package org.hybridlab.rules;

import java.util.List;

import org.hybridlab.lab.Lab;

/**
 * Everything that rules look at.
 *
 * @param apps one for each of the lab's apps, in the same order
 */
public record LabFacts(Lab lab, List<AppFacts> apps, HostView host) {
    public LabFacts {
        apps = List.copyOf(apps);
    }
}
