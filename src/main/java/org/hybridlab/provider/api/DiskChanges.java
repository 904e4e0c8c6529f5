package org.hybridlab.provider.api;

import java.util.List;

/**
 * All differences between a machine's disk and its box.
 *
 * @param tellsAccess whether modes and owners of folders were compared
 */
public record DiskChanges(List<DiskChange> all, boolean tellsAccess) {
    public DiskChanges {
        all = List.copyOf(all);
    }
}
