package org.hybridlab.service;

import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.box.ComingMachines;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.kubernetes.NamedKubeconfig;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.hybridlab.service.estimate.PlannedBox;
import org.hybridlab.service.estimate.PlannedImages;
import org.hybridlab.service.estimate.ProofWords;
import org.hybridlab.service.estimate.UnprobedPlan;
import org.hybridlab.service.estimate.UpEstimate;
import org.hybridlab.service.lab.LabService;

/** Says what {@link UpService} would do, step by step, and why. Changes nothing. */
public final class PlanService {
    private static final int THREADS = 8;

    private final ServiceContext context;
    private final LabService labs;

    public PlanService(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    public record PlanOptions(OpenOptions open, PlanPart part) {
        public static final PlanOptions USUAL = new PlanOptions(OpenOptions.NONE, PlanPart.WHOLE);
    }

    /** Probes no machine of a lab that this host does not know, or that is not trusted. */
    public PlanResult plan(NamedLab lab, PlanOptions options) {
        OpenLab open = labs.openToBringUp(lab, options.open(), provider -> List.of());
        NamedKubeconfig.check(open.lab(), open.folder(), open.workspace(), context.environment());
        Optional<String> cutOff = new WorkspaceState(open.workspace()).resetTo();
        Optional<String> unknown = notProbed(open);
        LabContext asItIs = labs.labContext(open);
        // If the provider does not answer, the plan is that of the recorded lab.
        boolean lost = unknown.isEmpty() && cutOff.isEmpty()
                && LabException.known(() -> LabRecord.isLost(asItIs, context.cancellation())).orElse(false);
        LabContext labContext = lost ? labs.labContext(open.asNew()) : asItIs;
        Optional<String> notProbed = lost ? Optional.of("no machine is left, so `up` makes a new cluster") : unknown;
        Optional<List<LabChange>> changes = cutOff.isPresent() ? Optional.empty() : LabChanges.of(labContext);
        if (cutOff.isEmpty()) {
            labs.refusals(labContext).check(LooksAt.KUBECONFIG);
            if (notProbed.isEmpty()) {
                labs.refusals(labContext).check(LooksAt.MACHINES);
            }
        }
        Plan whole = UpPlanner.plan(labContext);
        Plan plan = notProbed.map(reason -> UnprobedPlan.of(labContext, whole, reason)).orElse(whole);
        Plan part = options.part().of(plan, lab.word());
        List<PlannedStep> steps = cutOff.map(PlannedStep::endingReset).map(List::of)
                .orElseGet(() -> explain(labContext, part));
        return new PlanResult(open, cutOff, notProbed, changes,
                UpEstimate.asFarAsKnown(coming(labContext, notProbed), context),
                ProofWords.of(open.lab()), PlannedBox.of(labContext),
                PlannedImages.of(labContext, context.home()), steps);
    }

    /** The steps of {@code up}, from files and workspace alone. Tells no listener. */
    public List<Step> steps(NamedLab lab) {
        LabService silent = new LabService(context.with(ServiceListener.lines(line -> { })));
        return UpPlanner.plan(silent.labContext(silent.asItIs(lab))).steps();
    }

    private List<PlannedStep> explain(LabContext labContext, Plan plan) {
        return LabService.engine(context, labContext, THREADS, List.of()).explain(plan, context.cancellation())
                .stream().map(PlannedStep::of).toList();
    }

    private static ComingMachines coming(LabContext labContext, Optional<String> notProbed) {
        return notProbed.isPresent() ? ComingMachines.all(labContext)
                : ComingMachines.of(labContext);
    }

    private Optional<String> notProbed(OpenLab open) {
        if (!labs.isKnown(open)) {
            return Optional.of("nothing of this lab was made on this host");
        }
        return labs.isTrusted(open) ? Optional.empty() : Optional.of(
                "not looked at: the lab asks for more than you trusted it with, and `up` asks for your word");
    }
}
