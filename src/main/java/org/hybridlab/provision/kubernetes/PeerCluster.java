package org.hybridlab.provision.kubernetes;

import java.nio.file.Files;
import java.util.Optional;

import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;

/**
 * The cluster that the other control planes hold, for a first control plane that is empty while the workspace has lost
 * its kubeconfig: to initialise there would make a second cluster.
 */
record PeerCluster(LabContext labContext, Machine first, StepContext context) {
    private static final String LOOK = "echo begin; cat /etc/kubernetes/admin.conf 2> /dev/null; echo end";

    /**
     * Puts the kubeconfig of that cluster into the workspace; true if there is such a cluster.
     *
     * @throws org.hybridlab.common.error.LabException if a machine that was there before does not say whether it holds
     * one,
     *     or the cluster does not answer
     */
    boolean keep() {
        for (Machine peer : labContext.lab().machines(Role.CONTROL_PLANE)) {
            Optional<KubeConfig> found = peer.equals(first) || isNew(peer) ? Optional.empty() : kubeconfig(peer);
            if (found.isPresent()) {
                labContext.keepCluster(found.get());
                context.line("%s holds the lab's cluster: its kubeconfig is here again".formatted(peer.name()));
                labContext.cluster().awaitApi(labContext.timeouts().nodeReady(), context.cancellation());
                return true;
            }
        }
        return false;
    }

    /** Whether nothing can be on it: there is no such machine, or nobody has been on it yet. */
    private boolean isNew(Machine peer) {
        MachineState state = labContext.states(context.cancellation()).of(peer);
        return state.isAbsent() || !Files.isRegularFile(labContext.workspace().sshConfig(peer.name()));
    }

    private Optional<KubeConfig> kubeconfig(Machine peer) {
        // One that starts beside this step has its settings for ssh before it answers.
        labContext.shell(peer).awaitReady(labContext.timeouts().answer(peer), context.cancellation());
        Guest guest = labContext.guest(peer, context);
        String said = guest.output(LOOK, "The look for a cluster").strip();
        if (!said.startsWith("begin") || !said.endsWith("end")) {
            throw guest.unclear("a cluster", said);
        }
        String kubeconfig = said.substring("begin".length(), said.length() - "end".length()).strip();
        return kubeconfig.isEmpty() ? Optional.empty() : Optional.of(KubeConfig.parse(kubeconfig)
                .mustLeadTo("https://" + labContext.lab().apiAddress() + ":6443"));
    }
}
