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
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdClientKeys;
import org.hybridlab.provision.render.KubeadmInit;

/**
 * Of a control plane: by {@code kubeadm certs renew all}. Its four pods start again, as most of them read a certificate
 * only when they start. The administrator's kubeconfig, which embeds one, is got again for the host.
 */
final class ControlPlaneCertificates extends CertificatesValid {
    /** Of a static pod, with the time of the renewal that it was started for. */
    private static final String LABEL = "hybridlab.org/certificates-renewed";
    /** A file of its own: that of {@code kubeadm init} is the first control plane's, and tells it from others. */
    private static final String SETTINGS = "/run/hybridlab/renewal.yaml";
    /**
     * The kubelet starts a static pod again when its manifest changes. kubeadm's documentation moves the manifest out
     * of the folder and back; cut off in between, that would leave a machine without a control plane. A file that is
     * renamed into its place is never missing. Prints the names of the pods, and the process of the API server.
     * <p>
     * Without settings kubeadm asks the API server for them, and renews by its defaults where that one is silent: then
     * it wants the keys of an etcd on the machine. Names and addresses it takes from the certificates of before, so the
     * settings of the first control plane are right for all.
     */
    private static final String RENEW = """
            set -e
            cd /etc/kubernetes
            touch %1$s
            kubeadm certs renew all --config %3$s >&2
            echo "process $(pgrep -x kube-apiserver | tr '\\n' ' ')"
            stamp=$(date -u +%%Y%%m%%dT%%H%%M%%SZ)
            for pod in etcd kube-apiserver kube-controller-manager kube-scheduler; do
                [ -e manifests/$pod.yaml ] || continue
                cp -p manifests/$pod.yaml hybridlab-$pod.yaml
                sed -i -e '\\,^    %2$s: ,d' -e "0,/^  labels:/s,^  labels:,&\\n    %2$s: '$stamp'," hybridlab-$pod.yaml
                grep -q "%2$s: '$stamp'" hybridlab-$pod.yaml
                mv hybridlab-$pod.yaml manifests/$pod.yaml
                echo "restarts $pod $stamp"
            done
            rm %1$s %3$s""".formatted(MachineCertificates.UNDER_WAY, LABEL, SETTINGS);

    /** A busy one takes its time, and to go on without it may take etcd's quorum away. */
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

    /** Of this cluster only: what another one left there is for the steps that make the cluster. */
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
        // With certificates that have ended nothing answers before all control planes have new ones: no use to wait.
        boolean answered = answers(context);
        if (labContext.lab().hasExternalEtcd()) {
            EtcdClientKeys.bring(labContext.guest(labContext.lab().etcdMembers().get(0), context), guest);
        }
        guest.write(SETTINGS, labContext.files().kubeadmInit(), "0600");
        List<String> said = guest.root(labContext.timeouts().kubeadm(), "sh", "-c", RENEW)
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

    /** What still runs as before, or does not run; empty if nothing. */
    private String notYet(List<String> restarted) {
        List<Pod> pods = labContext.cluster().podsOn(machine.name());
        return restarted.stream().map(line -> line.split(" "))
                .filter(words -> pods.stream().noneMatch(pod -> pod.ready() && words[0].equals(pod.labels()
                        .get("component")) && words[1].equals(pod.labels().get(LABEL))))
                .map(words -> words[0] + " has not started again").collect(Collectors.joining(", "));
    }

    /**
     * The kubelet of a control plane whose static pods were changed. While its API server restarts, it cannot tell that
     * one of the pods, and tells again more than a minute later; a kubelet that starts tells at once. So it is started
     * again, once, if it is late although the new API server is ready.
     */
    static final class LateKubelet {
        private static final Duration ANSWER = Duration.ofSeconds(30);
        /** Fails while the API server of before runs, or the new one is not ready. */
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
         * @param before the processes of the API server before the change
         * @param late after how long without news
         */
        LateKubelet(Guest guest, String before, Duration late) {
            this.guest = guest;
            this.before = before;
            this.late = late;
        }

        /** To be called again and again while the pods are not told of. Never fails but by an interruption. */
        void look() {
            Duration since = Duration.ofNanos(System.nanoTime() - asked);
            if (restarted || since.compareTo(ready ? late : late.dividedBy(5)) < 0) {
                return;
            }
            asked = System.nanoTime();
            try {
                if (ready) {
                    // Also if its answer is lost: what was asked for may have been done.
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
