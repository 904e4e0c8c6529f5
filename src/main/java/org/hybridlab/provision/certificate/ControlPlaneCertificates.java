package org.hybridlab.provision.certificate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdClientKeys;
import org.hybridlab.provision.render.KubeadmInit;

/**
 * Renews a control plane's certificates by {@code kubeadm certs renew all}. Restarts its four static pods, most of
 * which read certificates only at their start. Fetches the administrator's kubeconfig again, which embeds one.
 */
final class ControlPlaneCertificates extends CertificatesValid {
    /** Label of a static pod, with the time of its renewal. */
    private static final String LABEL = "hybridlab.org/certificates-renewed";
    /** Its own file: only the first control plane has that of {@code kubeadm init}, which marks it. */
    private static final String SETTINGS = "/run/hybridlab/renewal.yaml";
    private static final String RENEW = ResourceText.of(ControlPlaneCertificates.class,
            "renew-control-plane.sh");

    /** A busy API server is slow. Going on too early may cost etcd's quorum. */
    private static final int ANSWERS_SECONDS = 15;

    ControlPlaneCertificates(LabContext labContext, Machine machine) {
        this(labContext, machine, Clock.systemUTC());
    }

    ControlPlaneCertificates(LabContext labContext, Machine machine, Clock clock) {
        super(labContext, machine, clock);
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().kubeadm().multipliedBy(2);
    }

    @Override
    Optional<String> reasonOnHost(Instant now) {
        return isFirst() && labContext.hasCluster() && hostEnd().filter(end -> end.isAfter(now.plus(
                LabContext.RENEWED_BEFORE))).isEmpty()
                ? Optional.of("the kubeconfig on this host is older than the certificates there") : Optional.empty();
    }

    private Optional<Instant> hostEnd() {
        try {
            return labContext.created().cluster().kubeconfig().expires();
        } catch (LabException e) {
            return Optional.empty();
        }
    }

    /** Only for this cluster. Other steps handle what another cluster left. */
    @Override
    void refreshHost(Guest guest) {
        KubeConfig now = KubeConfig.parse(guest.output(KubeadmInit.KUBECONFIG, "Handing over the kubeconfig"));
        if (isFirst() && labContext.hasCluster() && now.authority().strip()
                .equals(labContext.created().cluster().authority().strip())) {
            labContext.keepCluster(now.mustLeadTo("https://" + labContext.lab().apiAddress() + ":6443"));
        }
    }

    private boolean isFirst() {
        return machine.equals(labContext.lab().firstControlPlane());
    }

    @Override
    void renew(Guest guest, StepContext context) {
        // With expired certificates, nothing answers before all control planes have new ones.
        boolean answered = answers(context);
        if (labContext.lab().hasExternalEtcd()) {
            EtcdClientKeys.bring(labContext.guest(labContext.lab().etcdMembers().get(0), context), guest);
        }
        guest.write(SETTINGS, labContext.files().kubeadmInit(), "0600");
        List<String> said = guest.root(labContext.timeouts().kubeadm(), "sh", "-c", RENEW, "renew",
                        MachineCertificates.UNDER_WAY, LABEL, SETTINGS)
                .orFail("certificates-not-renewed", "kubeadm did not renew the certificates on %s."
                        .formatted(machine.name()), advice()).stdout().lines().toList();
        refreshHost(guest);
        if (answered) {
            awaitPods(guest, said, context);
        }
    }

    private boolean answers(StepContext context) {
        try {
            return labContext.hasCluster()
                    && labContext.cluster().isReady(labContext.timeouts().usual(ANSWERS_SECONDS),
                            context.cancellation());
        } catch (LabException e) {
            if (e.id().equals("kubeconfig-unreadable")) {
                return false;
            }
            throw e;
        }
    }

    private void awaitPods(Guest guest, List<String> said, StepContext context) {
        List<String> restarted = after("restarts ", said);
        LateKubelet kubelet = new LateKubelet(guest, String.join("", after("process ", said)),
                labContext.timeouts().kubeadm().dividedBy(30));
        Wait.until("the control plane on %s runs with its new certificates".formatted(machine.name()),
                        labContext.timeouts().kubeadm())
                .every(labContext.timeouts().look())
                .orFail("api-not-ready", "See what the control plane writes: `hybridlab logs %s %s`."
                        .formatted(labContext.word(), machine.name()))
                .that(() -> {
                    String lacking = notYet(restarted);
                    if (!lacking.isEmpty()) {
                        kubelet.look();
                    }
                    return lacking;
                }, String::isEmpty, words -> words, context.cancellation());
    }

    private static List<String> after(String beginning, List<String> lines) {
        return lines.stream().filter(line -> line.startsWith(beginning)).map(line -> line.substring(beginning.length()))
                .toList();
    }

    /** Pods that run unchanged, or do not run; empty if none. */
    private String notYet(List<String> restarted) {
        List<Pod> pods = labContext.cluster().podsOn(machine.name());
        return restarted.stream().map(line -> line.split(" "))
                .filter(words -> pods.stream().noneMatch(pod -> pod.ready() && words[0].equals(pod.labels()
                        .get("component")) && words[1].equals(pod.labels().get(LABEL))))
                .map(words -> words[0] + " has not started again").collect(Collectors.joining(", "));
    }

    /**
     * The kubelet of a control plane whose static pods changed. While its API server restarts, it cannot report one of
     * them, and tries again after more than a minute; a restarted kubelet reports at once. So it is restarted once, if
     * it is late although the new API server is ready.
     */
    static final class LateKubelet {
        private static final Duration ANSWER = Duration.ofSeconds(30);
        /** Fails while the old API server runs, or the new one is not ready. */
        private static final String NEW_ONE_IS_READY = """
                now=$(pgrep -x kube-apiserver | tr '\\n' ' ')
                [ -n "$now" ] && [ "$now" != "$1" ] || exit 1
                [ "$(curl -sk --noproxy '*' --max-time 2 https://127.0.0.1:6443/readyz)" = ok ]""";

        private final Guest guest;
        private final String before;
        private final Duration late;
        private long asked = System.nanoTime();
        private boolean ready;
        private boolean restarted;

        /**
         * @param before processes of the old API server
         * @param late time without a report
         */
        LateKubelet(Guest guest, String before, Duration late) {
            this.guest = guest;
            this.before = before;
            this.late = late;
        }

        /** Called repeatedly until the pods are reported. Fails only by an interruption. */
        void look() {
            Duration since = Duration.ofNanos(System.nanoTime() - asked);
            if (restarted || since.compareTo(ready ? late : late.dividedBy(5)) < 0) {
                return;
            }
            asked = System.nanoTime();
            try {
                if (ready) {
                    // Even if its answer is lost, since it may have run.
                    restarted = true;
                    guest.root(ANSWER, "systemctl", "restart", "kubelet");
                } else {
                    ready = guest.root(ANSWER, "sh", "-c", NEW_ONE_IS_READY, "look", before).ok();
                }
            } catch (LabException e) {
                if (e.isInterruption()) {
                    throw e;
                }
            }
        }
    }
}
