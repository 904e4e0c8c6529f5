package org.hybridlab.provision.etcd;

import java.time.Duration;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;

/** An etcd machine runs a voting member of the lab's etcd. */
public final class EtcdMemberRunning extends InMachine {
    public static final String UNIT = EtcdJoin.UNIT;
    /** Written last, with the fingerprint of the script. */
    private static final String MARKER = "/etc/hybridlab/etcd-member";

    public EtcdMemberRunning(LabContext labContext, Machine machine) {
        super(labContext, machine);
    }

    @Override
    public Probe look(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        if (!guest.fileEquals(MARKER, fingerprint())) {
            return Probe.absent("%s is no member of etcd, or its settings have changed".formatted(machine.name()));
        }
        return guest.isActive(EtcdJoin.UNIT) ? Probe.present("etcd runs there") : Probe.absent("etcd does not run "
                + "there");
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(5);
    }

    @Override
    public Duration longest() {
        return EtcdJoin.longest(labContext.timeouts());
    }

    @Override
    public void run(StepContext context) {
        if (isDone(context)) {
            return;
        }
        EtcdJoin.of(labContext, machine, context).run();
        labContext.guest(machine, context).write(MARKER, fingerprint(), "0644");
    }

    private String fingerprint() {
        return Fingerprint.of(labContext.files().etcd().get(machine.name()));
    }
}
