package org.hybridlab.provider.api;

import java.util.List;

/**
 * All that a machine's disk has other than its box.
 *
 * @param tellsAccess whether folders of other modes and owners are among it; else of these nobody knows
 */
public record DiskChanges(List<DiskChange> all, boolean tellsAccess) {
    public DiskChanges {
        all = List.copyOf(all);
    }
}
