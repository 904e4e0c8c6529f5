package org.hybridlab.provision.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.cluster.api.AccountToken;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.AccountMark;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.SimulationRendering;

/** kwok runs on the first control plane, as a service, with its own account. */
final class SimulatorRunning implements Action {
    private static final String FOLDER = "/etc/hybridlab/";
    /** Written last, an {@link AccountMark}. */
    private static final String MARKER = FOLDER + "kwok-running";
    private static final String ACCOUNT = "hybridlab-kwok";
    private static final Duration UPLOAD = Duration.ofMinutes(10);
    private static final Duration TOKEN = Duration.ofDays(365);

    private final LabContext labContext;
    private final Machine host;

    SimulatorRunning(LabContext labContext) {
        this.labContext = labContext;
        this.host = labContext.lab().firstControlPlane();
    }

    @Override
    public Probe probe(StepContext context) {
        Optional<Bundle> bundle = labContext.bundles().extra(Group.SIMULATION);
        if (bundle.isEmpty() || !labContext.states(context.cancellation()).isRunning(host)) {
            return Probe.absent("kwok is missing on this host, or %s is not running".formatted(host.name()));
        }
        if (!labContext.hasCluster() || labContext.node(host).isEmpty()) {
            return Probe.absent("there is no cluster yet");
        }
        Guest guest = labContext.guest(host, context);
        String mark = guest.text(MARKER).orElse("");
        if (!AccountMark.isOf(mark, fingerprint(bundle.get()))) {
            return Probe.absent("kwok is not there, or its settings have changed");
        }
        Optional<String> ending = AccountMark.ending(mark, Instant.now());
        if (ending.isPresent()) {
            return Probe.absent(ending.get());
        }
        return guest.isActive("hybridlab-kwok")
                ? labContext.changes().look("kwok's account", Manifest.parse(labContext.files().simulation().account()))
                : Probe.absent("kwok does not run");
    }

    @Override
    public Duration longest() {
        return UPLOAD.plus(labContext.timeouts().script());
    }

    @Override
    public void run(StepContext context) {
        Bundle bundle = labContext.bundles().extra(Group.SIMULATION).orElseThrow();
        labContext.changes().apply(labContext.files().simulation().account(), context);
        AccountToken token = AccountToken.mint(labContext.cluster().api(), "kube-system", ACCOUNT, host.name(), TOKEN);
        Guest guest = labContext.guest(host, context);
        guest.upload(bundle.file("kwok"), "/usr/local/bin/kwok", "0755", UPLOAD);
        guest.write(FOLDER + "kwok-stages.yaml", labContext.files().simulation().stages(), "0644");
        guest.write(FOLDER + "kwok-kubeconfig", labContext.gathered().accountKubeconfig(host, ACCOUNT, token.value()),
                "0600");
        guest.script(labContext.script(host, SimulationRendering.SCRIPT), labContext.timeouts().script());
        AccountMark mark = AccountMark.of(fingerprint(bundle), Stream.of(token));
        guest.write(MARKER, mark.text(), "0644");
    }

    /** Differs if the cluster or the control plane's node is another: the token died with it. */
    private String fingerprint(Bundle bundle) {
        return Fingerprint.of(bundle.sums().get("kwok"), labContext.files().simulation().stages(),
                labContext.files().simulation().script(),
                AccountToken.nodeUid(labContext.cluster().api(), host.name()));
    }
}
