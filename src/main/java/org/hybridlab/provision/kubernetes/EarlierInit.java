package org.hybridlab.provision.kubernetes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.KubeadmInit;

/**
 * How far {@code kubeadm init} came on the first control plane.
 *
 * @param worth why a reset may destroy something that works; otherwise empty
 */
record EarlierInit(State state, Optional<String> worth) {
    enum State { NONE, HALF, DONE }

    private static final EarlierInit ALL_DONE = new EarlierInit(State.DONE, Optional.empty());
    private static final String SILENT = "an init there did not get through, and its API server does not answer";
    private static final String OTHER = "the cluster there was made from other settings than the lab file has now";
    private static final String LOOK = ResourceText.of(EarlierInit.class, "earlier-init.sh");
    /** One of the last objects of init. */
    private static final String LAST = "kubectl --kubeconfig /etc/kubernetes/admin.conf --request-timeout=3s "
            + "get configmap --namespace kube-public cluster-info --output name 2>&1 || true";

    /** Changes nothing and does not wait. Unless it is known to be done, it is half, with unknown worth. */
    static EarlierInit glance(Guest guest, LabContext labContext) {
        return ofThisFile(of(lines(guest, LOOK), labContext)
                .orElseGet(() -> new EarlierInit(State.HALF, Optional.empty())), guest, labContext);
    }

    /** Ends a killed hybridlab's kubeadm. Without a mark and a known cluster, waits for the API server. */
    static EarlierInit look(Guest guest, LabContext labContext, StepContext context) {
        List<String> lines = lines(guest, Guest.END_EARLIER_KUBEADM + LOOK);
        return ofThisFile(of(lines, labContext).orElseGet(() -> asked(guest, lines, labContext, context)), guest,
                labContext);
    }

    /** Before the workspace knows a cluster, changes of the lab file are allowed. */
    private static EarlierInit ofThisFile(EarlierInit found, Guest guest, LabContext labContext) {
        boolean other = found.state() == State.DONE && !labContext.created().cluster().wasKnown()
                && guest.text(KubeadmInit.CONFIG).filter(text -> !text.equals(labContext.files().kubeadmInit()
                        .strip())).isPresent();
        return other ? new EarlierInit(State.HALF, Optional.of(OTHER)) : found;
    }

    private static List<String> lines(Guest guest, String commands) {
        String said = guest.output(commands, "The look for an earlier init", KubeadmInit.MARKER);
        List<String> lines = said.lines().toList();
        if (lines.size() < 2 || !lines.get(0).equals("begin") || !lines.get(lines.size() - 1).equals("end")) {
            throw guest.unclear("an earlier init", said);
        }
        return lines;
    }

    private static Optional<EarlierInit> of(List<String> lines, LabContext labContext) {
        // A lost kubeconfig is no lost cluster.
        if (lines.contains("initialised") || labContext.created().cluster().wasKnown() && lines.contains("authority "
                + Base64.getEncoder().encodeToString(labContext.created().cluster().authority()
                        .getBytes(StandardCharsets.UTF_8)))) {
            return Optional.of(ALL_DONE);
        }
        boolean begun = lines.contains("data") || lines.stream().anyMatch(line -> line.startsWith("left "));
        return begun ? Optional.empty() : Optional.of(new EarlierInit(State.NONE, Optional.empty()));
    }

    private static EarlierInit asked(Guest guest, List<String> lines, LabContext labContext, StepContext context) {
        // Only etcd knows what the cluster had.
        EarlierInit silent = new EarlierInit(State.HALF, Optional.of(SILENT).filter(why -> lines.contains("data")));
        if (lines.stream().noneMatch(line -> line.endsWith("/admin.conf"))) {
            return silent;
        }
        try {
            Wait.until("the API server says whether init got through", labContext.timeouts().nodeReady().dividedBy(10))
                    .every(Duration.ofSeconds(1))
                    .orFail("api-not-ready", "See what the control plane writes: `hybridlab logs %s %s`."
                            .formatted(labContext.word(), labContext.lab().firstControlPlane().name()))
                    .that(() -> answer(guest).isPresent() || !guest.isActive("kubelet"), over -> over,
                            over -> "it is silent", context.cancellation());
        } catch (LabException e) {
            if (!e.id().equals("api-not-ready")) {
                throw e;
            }
        }
        // A separate command, to tell a silent machine from a silent API server.
        return answer(guest).orElse(silent);
    }

    private static Optional<EarlierInit> answer(Guest guest) {
        String said = guest.output(LAST, "The look at the cluster");
        if (said.strip().equals("configmap/cluster-info")) {
            return Optional.of(ALL_DONE);
        }
        return said.contains("NotFound") ? Optional.of(new EarlierInit(State.HALF, Optional.empty()))
                : Optional.empty();
    }
}
