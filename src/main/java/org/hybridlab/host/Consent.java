package org.hybridlab.host;

import java.util.List;

/** The one who may agree to a change of the host: the user at a terminal, or {@code --yes}. */
public interface Consent {
    /**
     * Returns if the user agrees.
     *
     * @param deeds what would be done, one line each
     * @param byHand the commands that do the same
     * @throws org.hybridlab.common.error.LabException {@code host-not-ready} if not, or if nobody can be asked
     */
    void obtain(List<String> deeds, List<String> byHand);
}
