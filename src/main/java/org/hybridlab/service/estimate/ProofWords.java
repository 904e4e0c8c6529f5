package org.hybridlab.service.estimate;

import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.config.model.Lab;
import org.hybridlab.report.proof.ProofReport;

/** How far the way of a lab's Windows machines was proven, said wherever such a lab is shown. */
public final class ProofWords {
    private ProofWords() {
    }

    /** Empty for labs without Windows machines. */
    public static Optional<String> of(Lab lab, Path home) {
        return lab.hasWindows() ? Optional.of(ProofReport.installed(home)
                .map(ladder -> ladder.sentence(lab.network(), lab.kubernetes()))
                .orElse("Windows machines: how far they are proven is not known here; reports/ladder.json is missing."))
                : Optional.empty();
    }
}
