package org.hybridlab.provision.windows;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** The cluster has the accounts of what runs on Windows machines, with no more rights than they need. */
final class WindowsAccountsApplied implements Action {
    private final LabContext labContext;

    WindowsAccountsApplied(LabContext labContext) {
        this.labContext = labContext;
    }

    @Override
    public Probe probe(StepContext context) {
        return labContext.changes().lookShared("the accounts", labContext.files().windows().accounts());
    }

    @Override
    public void run(StepContext context) {
        labContext.changes().applyShared(labContext.files().windows().accounts(), context);
    }
}
