package org.hybridlab.service.estimate;

import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.config.model.Lab;
import org.hybridlab.report.proof.ProofReport;

/** How far Windows machines are proven, wherever such a lab is shown. */
public final class ProofWords {
    private ProofWords() {
    }

    /** Empty without Windows machines. */
    public static Optional<String> of(Lab lab, Path home) {
        return lab.hasWindows() ? Optional.of(ProofReport.installed(home)
                .map(ladder -> ladder.sentence(lab.network(), lab.kubernetes()))
                .orElse("Windows machines: how far they are proven is not known here; reports/ladder.json is missing."))
                : Optional.empty();
    }
}
