package org.hybridlab.host;

import java.util.List;

/** Agrees to changes of the host: the user at a terminal, or {@code --yes}. */
public interface Consent {
    /**
     * Returns if the user agrees.
     *
     * @param deeds changes, one line each
     * @param byHand commands that do the same
     * @throws org.hybridlab.common.error.LabException {@code host-not-ready} if the user declines, or cannot be asked
     */
    void obtain(List<String> deeds, List<String> byHand);
}
