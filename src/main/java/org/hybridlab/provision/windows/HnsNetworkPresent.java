package org.hybridlab.provision.windows;

import java.time.Duration;
import java.util.Optional;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.MachineRecords;
import org.hybridlab.provision.context.NodeServices;
import org.hybridlab.provision.context.WindowsGuest;

/** Windows' Host Networking Service has the pod network, and pods get their addresses from it. */
final class HnsNetworkPresent extends InMachine {
    static final Duration HNS = Duration.ofMinutes(15);
    /** Holds the boot that it was seen in: Windows forgets the network at each boot, and flannel makes it again. */
    private static final String MARK = "hns";

    HnsNetworkPresent(LabContext labContext, Machine machine) {
        super(labContext, machine);
    }

    @Override
    public Probe look(StepContext context) {
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        Optional<String> seen = guest.mark(MARK);
        return seen.isPresent() && seen.get().equals(guest.shell().bootId(context.cancellation()))
                ? Probe.present("the network has been there since this boot")
                : Probe.absent("the network has not been seen since the machine's last boot");
    }

    @Override
    public Duration longest() {
        return HNS.plus(NodeServices.WITHIN).plus(MachineRecords.LONGEST);
    }

    @Override
    public void run(StepContext context) {
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        // The node may be Ready without them.
        new NodeServices(labContext, machine).start(context);
        guest.script(labContext.script(machine, "hns.ps1"), HNS);
        guest.setMark(MARK, guest.shell().bootId(context.cancellation()));
        MachineRecords.note(labContext, machine, context, "network-present");
    }
}
