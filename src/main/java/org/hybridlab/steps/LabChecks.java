package org.hybridlab.steps;

import java.time.Clock;
import java.util.List;

import org.hybridlab.check.Check;
import org.hybridlab.check.CheckContext;
import org.hybridlab.check.CheckListener;
import org.hybridlab.check.CheckPace;
import org.hybridlab.check.CheckResults;
import org.hybridlab.check.CheckRun;
import org.hybridlab.check.Checks;
import org.hybridlab.check.HttpWeb;
import org.hybridlab.check.ProbePods;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.Os;
import org.hybridlab.process.Cancellation;

/** Judges all checks of a lab that is up. */
public final class LabChecks {
    private LabChecks() {
    }

    /** @throws org.hybridlab.failure.LabException {@code kubeconfig-unreadable} if the lab is not up */
    public static CheckResults judge(LabTools tools, CheckListener listener, Cancellation cancellation) {
        List<Check> checks = Checks.of(tools.lab());
        Clock clock = Clock.systemUTC();
        List<String> linuxNodes = tools.lab().machines().stream().filter(machine -> machine.os() == Os.LINUX)
                .map(Machine::name).toList();
        ProbePods probes = new ProbePods(tools.cluster(), tools.templates(), linuxNodes, tools.images().agnhost(),
                "hybridlab-check-" + Long.toString(clock.millis(), Character.MAX_RADIX), clock);
        CheckPace pace = tools.pace() == Pace.EMULATED ? CheckPace.EMULATED : CheckPace.NATIVE;
        return CheckRun.judge(checks, new CheckContext(tools.lab(), tools.files().manifests(), tools.cluster(),
                tools.kubectl(), tools::shell, new HttpWeb(), probes, pace, clock, () -> false, cancellation),
                listener);
    }
}
