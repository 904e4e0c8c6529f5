package org.hybridlab.service.estimate;

import java.util.Optional;

import org.hybridlab.config.model.Lab;

/** How far the way of a lab's Windows machines was proven, said wherever such a lab is shown. */
public final class ProofWords {
    private static final String WORDS = "Windows machines: nobody has run them on Windows yet. "
            + "docs/explanation/windows-proof.md says what was tried instead.";

    private ProofWords() {
    }

    /** Empty for labs without Windows machines. */
    public static Optional<String> of(Lab lab) {
        return Optional.of(WORDS).filter(words -> lab.hasWindows());
    }
}
