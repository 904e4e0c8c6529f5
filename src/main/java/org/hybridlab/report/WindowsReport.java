package org.hybridlab.report;

import java.util.List;

import org.hybridlab.guest.MachineRecord;

/**
 * The report of a user with real Windows machines for the project: rung f of docs/explanation/windows-proof.md. Unknown
 * values are {@code unknown}, with a sentence in {@link #unknown}. Holds only operating system and Vagrant version of
 * the host, and nothing that the author's own checks saw.
 *
 * @param format version; readers refuse unknown ones
 * @param madeUp true without real Windows: written by a person, or by stand-ins
 * @param at RFC 3339
 * @param steps of the whole plan, in order
 * @param checks run for this report; empty if that failed
 * @param unknown a sentence for each unknown value
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

    /** @param system for example {@code Debian GNU/Linux 12 (bookworm), amd64} */
    public record Host(String system, String vagrant, String hybridlab) {
    }

    /**
     * @param provider for example {@code VirtualBox}
     * @param mode for example {@code flannel-vxlan, services}
     */
    public record LabLine(String name, String kubernetes, String provider, String mode) {
    }

    /**
     * @param boxVersion of the machine's box
     * @param build of the lab file, for example {@code 20348}
     * @param image of its node, for example {@code Windows Server 2022 Datacenter}
     * @param kernel with build and update, for example {@code 10.0.20348.2582}
     * @param ready {@code True}, {@code False} or {@code unknown}
     * @param records oldest first
     */
    public record WindowsMachineLine(String machine, String box, String boxVersion, String build, String image,
                                     String kernel, String runtime, String kubelet, String ready,
                                     List<MachineRecord> records) {
        public WindowsMachineLine {
            records = List.copyOf(records);
        }
    }

    /**
     * @param machine empty for none
     * @param outcome of the newest run with it: done, skipped, failed, interrupted, {@code not run} or {@code unknown}
     * @param started RFC 3339; empty if it did not run
     * @param failure id; empty for none
     */
    public record StepLine(String id, String title, String machine, String outcome, String started, double seconds,
                           int attempts, String failure) {
    }
}
