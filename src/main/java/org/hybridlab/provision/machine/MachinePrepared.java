package org.hybridlab.provision.machine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;

/** The machine has the lab's key only, its name, hosts file and address, and runs a node's services. */
public final class MachinePrepared extends InMachine {
    /** Written last, with the fingerprint of the scripts. In /run, so that it is gone after a reboot. */
    private static final String MARKER = "/run/hybridlab/prepared";
    /** Prints the marker, and a line for each changed setting. One command, since each costs a sudo. */
    private static final String LOOK = """
            cat %s 2> /dev/null; echo
            [ "$(cat /proc/sys/net/ipv4/ip_forward)" = 1 ] || echo 'IP forwarding is off'
            """.formatted(MARKER);
    static final String HOSTS = ResourceText.of(MachinePrepared.class, "hosts.sh");
    private static final String SERVICES = ResourceText.of(MachinePrepared.class, "services.sh");

    public MachinePrepared(LabContext labContext, Machine machine) {
        super(labContext, machine);
    }

    @Override
    public Probe look(StepContext context) {
        String commands = LOOK + HOSTS + clock().question() + (machine.isEtcd() ? "" : SERVICES) + "true";
        List<String> seen = labContext.guest(machine, context).output(commands, "The look at " + machine.name(),
                hosts()).lines().toList();
        if (seen.isEmpty()) {
            return Probe.unknown(machine.name() + " gave no answer");
        }
        if (!seen.get(0).equals(fingerprint())) {
            return Probe.absent("the scripts have not run since its last boot, or have changed");
        }
        List<String> undone = seen.stream().skip(1).filter(line -> !line.isBlank())
                .map(line -> GuestClock.isTime(line) ? GuestClock.wrong(line) : Optional.of(line))
                .flatMap(Optional::stream).toList();
        return undone.isEmpty() ? Probe.present("the scripts ran since its last boot, and its services run")
                : Probe.absent(String.join(", ", undone));
    }

    private String hosts() {
        return labContext.lab().machines().stream().map(one -> one.address() + " " + one.name())
                .collect(Collectors.joining(" "));
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().script();
    }

    @Override
    public void run(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        guest.script(labContext.script(machine, "prepare.sh"), labContext.timeouts().script());
        clock().resync(context);
        guest.write(MARKER, fingerprint(), "0644");
    }

    private GuestClock clock() {
        return new GuestClock(labContext, machine);
    }

    private String fingerprint() {
        return Fingerprint.of(labContext.files().prepare().get(machine.name()));
    }
}
