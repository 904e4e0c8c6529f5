package org.hybridlab.artifact.bundle;

import org.hybridlab.common.error.LabException;

final class WrongChecksum {
    private WrongChecksum() {
    }

    /** @param where an address, or a source */
    static LabException of(String file, String where, String expected, String actual) {
        return LabException.hostNotReady("bundle-wrong-checksum",
                        "%s from %s is not the file that it should be, and was not used.".formatted(file, where),
                        "Run the same command again. If it stays so, someone on the way changes files.")
                .because("expected sha256 %s%nbut it has  %s".formatted(expected, actual));
    }
}
