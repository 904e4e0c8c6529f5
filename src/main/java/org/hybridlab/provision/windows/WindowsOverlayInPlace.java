package org.hybridlab.provision.windows;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.AccountToken;
import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.AccountMark;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.MachineRecords;
import org.hybridlab.provision.context.NodeShare;
import org.hybridlab.provision.context.WindowsGuest;
import org.hybridlab.provision.render.WindowsFiles;

/**
 * The pod network and kube-proxy are on the machine, with settings from the cluster. As services, each has a token for
 * this node only. With bridges, in two phases, since the network needs the node's pod CIDR.
 */
final class WindowsOverlayInPlace implements Action {
    static final Duration OVERLAY = Duration.ofMinutes(10);
    private static final String SCRIPT = "overlay.ps1";
    private static final String MARK = "overlay";
    /** The longest lifetime in a kubeadm cluster. {@code up} renews it, and it dies with its node. */
    private static final Duration TOKEN = Duration.ofDays(365);

    private final LabContext labContext;
    private final Machine machine;

    WindowsOverlayInPlace(LabContext labContext, Machine machine) {
        this.labContext = labContext;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster() || labContext.node(machine).isEmpty()) {
            return Probe.absent(machine.name() + " has not joined");
        }
        return outdated(labContext.windowsGuest(machine, context)).map(Probe::absent)
                .orElseGet(() -> Probe.present(who() + " are in place"));
    }

    private Optional<String> outdated(WindowsGuest guest) {
        Optional<String> mark = guest.mark(MARK);
        if (mark.filter(text -> AccountMark.isOf(text, fingerprint(guest))).isEmpty()) {
            return Optional.of(who() + " are not in place, or their settings have changed");
        }
        return AccountMark.ending(mark.get(), Instant.now()).or(() -> programs().missing(guest));
    }

    @Override
    public Duration longest() {
        return OVERLAY.multipliedBy(1L + labContext.files().windows().files().get(machine.name())
                .settings(SCRIPT).size()).plus(NodeShare.GIVEN).plus(MachineRecords.LONGEST.multipliedBy(2));
    }

    @Override
    public void run(StepContext context) {
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        // A new token restarts the pod network.
        if (outdated(guest).isEmpty()) {
            guest.line(who() + " are in place");
            return;
        }
        if (labContext.windowsMachine(machine).bridges()) {
            NodeShare.await(labContext, machine, context);
        }
        MachineRecords.note(labContext, machine, context, "before-switch");
        WindowsFiles files = labContext.gathered().windowsFiles(machine);
        for (String name : files.settings(SCRIPT)) {
            guest.send(labContext.script(machine, name), WindowsGuest.FOLDER + "/files/" + name, OVERLAY);
        }
        List<AccountToken> tokens = new ArrayList<>();
        if (labContext.windowsMachine(machine).asServices()) {
            if (labContext.windowsMachine(machine).withPlugin()) {
                tokens.add(logIn(guest, plugin().id(), plugin().objects().namespace(), plugin().windows().account()));
            }
            tokens.add(logIn(guest, "kube-proxy", "kube-system", "kube-proxy-windows"));
        }
        // After this the connection may break at any moment.
        String done = fingerprint(guest);
        guest.script(labContext.script(machine, SCRIPT), OVERLAY);
        guest.line("the pod network's switch takes the adapter over now: a connection that breaks is made again");
        guest.setMark(MARK, AccountMark.of(done, tokens.stream()).text());
        if (labContext.windowsMachine(machine).asServices()) {
            // Pods create the switch later.
            MachineRecords.noteSwitch(labContext, machine, context);
        }
    }

    private AccountToken logIn(WindowsGuest guest, String program, String namespace, String account) {
        ApiServer api = labContext.cluster().api();
        AccountToken token = AccountToken.mint(api, namespace, account, machine.name(), TOKEN);
        guest.writeSecret("C:/k/" + program + ".kubeconfig",
                labContext.gathered().accountKubeconfig(machine, program, token.value()));
        return token;
    }

    private PodNetworkPlugin plugin() {
        return labContext.lab().network().plugin();
    }

    private String who() {
        return (labContext.windowsMachine(machine).withPlugin() ? plugin().title() : "pod network") + " and kube-proxy";
    }

    private InstalledPrograms programs() {
        return InstalledPrograms.of(labContext.windowsMachine(machine), SCRIPT);
    }

    private String fingerprint(WindowsGuest guest) {
        return Fingerprint.of(programs().fingerprint(labContext.gathered().windowsFiles(machine).fingerprint(SCRIPT),
                guest), AccountToken.nodeUid(labContext.cluster().api(), machine.name()));
    }
}
