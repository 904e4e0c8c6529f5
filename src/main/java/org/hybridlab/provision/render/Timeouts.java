package org.hybridlab.provision.render;

import java.time.Duration;

import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.WindowsShell;
import org.hybridlab.provider.vagrant.Vagrantfile;

/**
 * How long things may take. Machines under emulation run interpreted code about 13 times slower than the host,
 * so budgets are the machines' own, not the step's.
 *
 * @param machineStart creating and booting a machine, box already there
 * @param answering from booted to answering over ssh
 * @param script one set-up script
 * @param equipping bringing a gigabyte to a machine, and installing it and Debian's packages there
 * @param kubeadm init or join
 * @param apply handing one manifest to the API server
 * @param nodeReady from joined to Ready
 * @param appReady from applied to all pods ready
 * @param apiAnswer for how long an API server is asked again that gave no answer: a busy one may miss a question. With
 *        the question before, it has to fit into {@code probe}
 * @param probe one probe of the engine before it counts as unknown
 * @param look pause between two looks at the cluster; each costs the API server the same work on every machine
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

    /** Boxes of Windows set themselves up at the first boot: sshd answers after that and the first login. */
    private static final Duration WINDOWS_ANSWERS = Duration.ofMinutes(10);
    /** Its services may not start in the time that Windows gives them, and its pod network comes after them. */
    private static final Duration WINDOWS_READY = Duration.ofMinutes(20);
    /** Windows Update takes its time. */
    private static final Duration OPENSSH = Duration.ofMinutes(30);

    /** Machines that QEMU emulates. */
    public static final Timeouts EMULATED = new Timeouts(Duration.ofMinutes(20), Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofMinutes(60), Duration.ofMinutes(20), Duration.ofMinutes(10), Duration.ofMinutes(20),
            Duration.ofMinutes(20), Duration.ofMinutes(1), Duration.ofMinutes(2), Duration.ofSeconds(3));

    /** How long a node is not Ready before nobody is taken to be there who could end its pods. */
    public Duration nodeLost() {
        return nodeReady.dividedBy(10);
    }

    /** How long from joined, or from its boot, to Ready this machine's node may take. */
    public Duration nodeReady(Machine machine) {
        return machine.isWindows() ? longer(nodeReady, WINDOWS_READY) : nodeReady;
    }

    /** Of something inside of machines: how long it usually takes where they are as fast as the host. */
    public Duration usual(int seconds) {
        return Duration.ofSeconds(equals(EMULATED) ? (long) SLOWER * seconds : seconds);
    }

    /** How long this machine may take to start. */
    public Duration start(Machine machine) {
        return machine.isWindows() ? longer(machineStart, Vagrantfile.WINDOWS_BOOT) : machineStart;
    }

    /** How long it may then take to answer. */
    public Duration answer(Machine machine) {
        return machine.isWindows() ? longer(answering, WINDOWS_ANSWERS) : answering;
    }

    /** How long its first way in may take, which is to bring the lab's key: a box without OpenSSH gets it then. */
    public Duration firstWayIn(Machine machine) {
        boolean installs = machine.windows().filter(windows -> windows.shell() == WindowsShell.WINRM).isPresent();
        return installs ? answer(machine).plus(OPENSSH) : answer(machine);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
