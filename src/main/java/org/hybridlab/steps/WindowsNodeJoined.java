package org.hybridlab.steps;

import java.util.Optional;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The Windows machine's kubelet has a certificate of this cluster's authority, and its node exists. */
final class WindowsNodeJoined implements Action {
    /** Holds the fingerprint of the cluster's authority that the machine joined. */
    private static final String MARK = "joined";
    private static final String DISCOVERY = WindowsGuest.FOLDER + "/secrets/discovery.yaml";
    /**
     * The same for kubeadm, which takes a letter with a colon for the beginning of a URL and refuses it (seen on
     * 1.36.3); {@code join.ps1} is on drive C.
     */
    private static final String DISCOVERY_ON_DRIVE = DISCOVERY.substring("C:".length()).replace('/', '\\');
    private static final String CONFIG = WindowsGuest.FOLDER + "/secrets/join.yaml";

    private final LabTools tools;
    private final Machine machine;

    WindowsNodeJoined(LabTools tools, Machine machine) {
        this.tools = tools;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("there is no cluster to join yet");
        }
        if (!tools.windowsGuest(machine, context).mark(MARK).equals(Optional.of(authority()))) {
            return Probe.absent(machine.name() + " has not joined this cluster");
        }
        return tools.node(machine).isPresent() ? Probe.present("its node exists")
                : Probe.absent("the cluster has no node " + machine.name());
    }

    @Override
    public void run(StepContext context) {
        WindowsGuest guest = tools.windowsGuest(machine, context);
        tools.changes().forgetNode(machine);
        try (JoinToken token = JoinToken.mint(tools.cluster().api())) {
            guest.writeSecret(DISCOVERY, tools.gathered().discovery());
            guest.writeSecret(CONFIG, settings(tools, machine, token));
            guest.script(tools.script(machine, "join.ps1"), WindowsChapter.JOIN);
            if (tools.lab().joinsExisting()) {
                token.forgetRequests();
            }
        } finally {
            guest.remove(CONFIG, DISCOVERY);
        }
        guest.setMark(MARK, authority());
    }

    private String authority() {
        return tools.made().cluster().authorityFingerprint();
    }

    /** What {@code kubeadm join} reads. */
    static String settings(LabTools tools, Machine machine, JoinToken token) {
        return tools.gathered().kubeadmJoin(machine, DISCOVERY_ON_DRIVE, token.value());
    }
}
