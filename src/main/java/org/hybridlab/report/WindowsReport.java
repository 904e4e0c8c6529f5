package org.hybridlab.report;

import java.util.List;

import org.hybridlab.guest.MachineRecord;

/**
 * What somebody who ran a lab with real Windows machines sends back to the project: rung f of
 * docs/explanation/windows-proof.md. What is not known is the word {@code unknown}, with a sentence of
 * {@link #unknown}. Of the host it holds the operating system and Vagrant's version; what the author's own checks saw
 * is left out.
 *
 * @param format of this file; a reader refuses one that it does not know
 * @param madeUp whether no Windows was there: written by a person, or told by stand-ins
 * @param at when it was written, RFC 3339
 * @param steps all of the lab's plan, in its order
 * @param checks as they were judged for this report; empty if they could not be
 * @param unknown a sentence for each thing that could not be found out
 */
public record WindowsReport(int format, boolean madeUp, String at, Host host, LabLine lab,
                            List<WindowsMachineLine> machines, List<StepLine> steps, List<JsonReport.CheckLine> checks,
                            List<String> unknown) {
    static final int FORMAT = 1;
    static final String UNKNOWN = "unknown";

    public WindowsReport {
        machines = List.copyOf(machines);
        steps = List.copyOf(steps);
        checks = List.copyOf(checks);
        unknown = List.copyOf(unknown);
    }

    /**
     * What the lab was made by.
     *
     * @param system for people, for example {@code Debian GNU/Linux 12 (bookworm), amd64}
     */
    public record Host(String system, String vagrant, String hybridlab) {
    }

    /**
     * @param provider for people, for example {@code VirtualBox}
     * @param mode for example {@code flannel-vxlan, services}
     */
    public record LabLine(String name, String kubernetes, String provider, String mode) {
    }

    /**
     * One Windows machine.
     *
     * @param boxVersion of the box that the machine was made of
     * @param build that the lab file asks for, for example {@code 20348}
     * @param image that its node says, for example {@code Windows Server 2022 Datacenter}
     * @param kernel with the build and its update, for example {@code 10.0.20348.2582}
     * @param ready {@code True}, {@code False} or {@code unknown}
     * @param records what it said, oldest first
     */
    public record WindowsMachineLine(String machine, String box, String boxVersion, String build, String image,
                                     String kernel, String runtime, String kubelet, String ready,
                                     List<MachineRecord> records) {
        public WindowsMachineLine {
            records = List.copyOf(records);
        }
    }

    /**
     * One step.
     *
     * @param machine that it is about; empty for none
     * @param outcome done, skipped, failed, interrupted, {@code not run} or {@code unknown}, by the newest run that had
     *         it
     * @param started RFC 3339; empty if it did not run
     * @param failure id of what ended it; empty for nothing
     */
    public record StepLine(String id, String title, String machine, String outcome, String started, double seconds,
                           int attempts, String failure) {
    }
}
