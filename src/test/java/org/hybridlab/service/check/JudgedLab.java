package org.hybridlab.service.check;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.check.core.CheckResults;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.diagnose.Collected;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.KnownFailures;
import org.hybridlab.diagnose.Redactor;

/** What `check` and `diagnose` make of a lab's checks. */
public final class JudgedLab {
    private JudgedLab() {
    }

    public static CheckResults withReset(CheckResults judged, Workspace workspace) {
        return CheckPhase.withReset(judged, workspace, "lab");
    }

    /** @param more evidence than that of checks that fail */
    public static Diagnosis diagnosis(CheckResults results, List<Evidence> more, List<String> gaps,
                                      Optional<String> reset) {
        Diagnosis diagnosis = Diagnosis.of("lab", KnownFailures.read(Path.of("")), new Redactor(List.of()),
                new Collected(Stream.concat(CheckPhase.failed(results).stream(), more.stream()).toList(), gaps));
        return reset.map(diagnosis::during).orElse(diagnosis);
    }
}
