package org.hybridlab.provision.windows;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** The cluster has the accounts of what runs on Windows machines, with no more rights than they need. */
final class WindowsAccountsApplied implements Action {
    private final LabContext tools;

    WindowsAccountsApplied(LabContext tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        return tools.changes().lookShared("the accounts", tools.files().windows().accounts());
    }

    @Override
    public void run(StepContext context) {
        tools.changes().applyShared(tools.files().windows().accounts(), context);
    }
}
