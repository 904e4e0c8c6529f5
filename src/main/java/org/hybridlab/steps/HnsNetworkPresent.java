package org.hybridlab.steps;

import java.time.Duration;
import java.util.Optional;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** Windows' Host Networking Service has the pod network, and pods get their addresses from it. */
final class HnsNetworkPresent extends InMachine {
    /** Holds the boot that it was seen in: Windows forgets the network at each boot, and flannel makes it again. */
    private static final String MARK = "hns";

    HnsNetworkPresent(LabContext tools, Machine machine) {
        super(tools, machine);
    }

    @Override
    Probe look(StepContext context) {
        WindowsGuest guest = tools.windowsGuest(machine, context);
        Optional<String> seen = guest.mark(MARK);
        return seen.isPresent() && seen.get().equals(guest.shell().bootId(context.cancellation()))
                ? Probe.present("the network has been there since this boot")
                : Probe.absent("the network has not been seen since the machine's last boot");
    }

    @Override
    public Duration longest() {
        return WindowsPlanner.HNS.plus(MachineRecords.LONGEST);
    }

    @Override
    public void run(StepContext context) {
        WindowsGuest guest = tools.windowsGuest(machine, context);
        guest.script(tools.script(machine, "hns.ps1"), WindowsPlanner.HNS);
        guest.setMark(MARK, guest.shell().bootId(context.cancellation()));
        MachineRecords.note(tools, machine, context, "network-present");
    }
}
