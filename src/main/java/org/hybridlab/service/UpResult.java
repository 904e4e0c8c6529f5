package org.hybridlab.service;

import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;

/**
 * @param changes of its file since the last {@code up}
 * @param left steps that were not asked for
 * @param report empty if checks were not judged
 */
public record UpResult(OpenLab lab, List<LabChange> changes, RunResult run, PlanPart part, List<Step> left,
                       Optional<Report> report, ExitCode exitCode) {
    public UpResult {
        changes = List.copyOf(changes);
        left = List.copyOf(left);
    }

    /** Of a green run only. */
    public List<String> lines(String word) {
        return summary().lines(word, lab.lab().firstNode().name());
    }

    /** Of a green run only. */
    public UpSummary summary() {
        return UpSummary.of(lab, changes, part.until(), report.map(JsonReport::of));
    }
}
