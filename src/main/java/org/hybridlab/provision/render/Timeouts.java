package org.hybridlab.provision.render;

import java.time.Duration;

import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.WindowsShell;
import org.hybridlab.provider.vagrant.Vagrantfile;

/**
 * Time limits by machine speed. Emulated machines run interpreted code about 13 times slower than the host.
 *
 * @param machineStart creating and booting, without the box
 * @param answering from booted to ssh
 * @param equipping uploading a gigabyte, and installing it with Debian packages
 * @param kubeadm init or join
 * @param apply of one manifest
 * @param nodeReady from joined to Ready
 * @param appReady from applied to all pods ready
 * @param apiAnswer retries of an unanswered request, as a busy API server may miss one. Fits with that request into
 * {@code probe}
 * @param probe after it a probe counts as unknown
 * @param look pause between two looks at the cluster, whose cost does not depend on the machine
 */
public record Timeouts(Duration machineStart, Duration answering, Duration script, Duration equipping, Duration kubeadm,
                   Duration apply, Duration nodeReady, Duration appReady, Duration apiAnswer, Duration probe,
                   Duration look) {
    private static final int SLOWER = 13;

    /** Containers, and machines with hardware virtualisation. */
    public static final Timeouts NATIVE = new Timeouts(Duration.ofMinutes(10), Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            Duration.ofMinutes(20), Duration.ofMinutes(5), Duration.ofMinutes(2), Duration.ofMinutes(5),
            Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofMillis(250));

    /** Windows boxes set themselves up at the first boot, before sshd answers. */
    private static final Duration WINDOWS_ANSWERS = Duration.ofMinutes(10);
    /** Services may miss Windows' own limit, and the pod network comes after them. */
    private static final Duration WINDOWS_READY = Duration.ofMinutes(20);
    /** Windows Update is slow. */
    private static final Duration OPENSSH = Duration.ofMinutes(30);

    /** Machines that QEMU emulates. */
    public static final Timeouts EMULATED = new Timeouts(Duration.ofMinutes(20), Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofMinutes(60), Duration.ofMinutes(20), Duration.ofMinutes(10), Duration.ofMinutes(20),
            Duration.ofMinutes(20), Duration.ofMinutes(1), Duration.ofMinutes(2), Duration.ofSeconds(3));

    /** After this time not Ready, nothing on a node ends its pods. */
    public Duration nodeLost() {
        return nodeReady.dividedBy(10);
    }

    /** From joined, or from its boot, to Ready. */
    public Duration nodeReady(Machine machine) {
        return machine.isWindows() ? longer(nodeReady, WINDOWS_READY) : nodeReady;
    }

    /** Usual time inside a machine, if it is as fast as the host. */
    public Duration usual(int seconds) {
        return Duration.ofSeconds(equals(EMULATED) ? (long) SLOWER * seconds : seconds);
    }

    public Duration start(Machine machine) {
        return machine.isWindows() ? longer(machineStart, Vagrantfile.WINDOWS_BOOT) : machineStart;
    }

    public Duration answer(Machine machine) {
        return machine.isWindows() ? longer(answering, WINDOWS_ANSWERS) : answering;
    }

    /** Until the lab's key is installed: a box without OpenSSH gets it meanwhile. */
    public Duration firstWayIn(Machine machine) {
        boolean installs = machine.windows().filter(windows -> windows.shell() == WindowsShell.WINRM).isPresent();
        return installs ? answer(machine).plus(OPENSSH) : answer(machine);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
