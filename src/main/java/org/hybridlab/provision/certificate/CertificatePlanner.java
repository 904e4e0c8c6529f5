package org.hybridlab.provision.certificate;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.etcd.EtcdMemberRunning;

/**
 * The part of {@code up} that renews certificates. In an existing cluster it precedes kubeadm, etcd and the API server,
 * which do not work with expired ones. In a new lab nothing waits for it.
 */
public final class CertificatePlanner {
    private static final String KIND = "certificates-valid";
    private static final String OF_KUBELET = "kubelet-certificate-valid";
    /** What does not begin on a machine before, or while its control plane starts again. */
    private static final Set<String> LATER = Set.of(StepIds.ETCD_MEMBER_RUNNING, StepIds.ETCD_ENDPOINTS_KNOWN,
            StepIds.CONTROL_PLANE_INITIALISED, StepIds.NODE_JOINED, StepIds.KUBERNETES_UPGRADED);

    private CertificatePlanner() {
    }

    /** Whether a step's line reports a renewal and its new end. */
    public static boolean tellsRenewal(String step, String line) {
        return Stream.of(KIND, OF_KUBELET).anyMatch(kind -> step.startsWith(kind + "/"))
                && line.startsWith(CertificatesValid.RENEWED);
    }

    /** None in a cluster of others. */
    public static List<Step> of(LabContext labContext) {
        Lab lab = labContext.lab();
        return lab.joinsExisting() ? List.of() : Stream.of(
                lab.machines(Role.ETCD).stream().map(machine -> machine(labContext, machine)),
                lab.machines(Role.CONTROL_PLANE).stream().map(machine -> machine(labContext, machine)),
                StepIds.linux(lab.nodes()).stream().map(machine -> kubelet(labContext, machine)))
                .flatMap(steps -> steps).toList();
    }

    private static Step machine(LabContext labContext, Machine machine) {
        StepBuilder step = StepBuilder.step(KIND, "Keep the certificates of %s valid".formatted(machine.name()))
                .about(machine)
                // While one starts again, the others answer.
                .permit(Permits.ETCD_MEMBER)
                .timeout(labContext.timeouts().kubeadm())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.name())
                .action(machine.isEtcd() ? new EtcdMachineCertificates(labContext, machine)
                        : new ControlPlaneCertificates(labContext, machine));
        return placed(labContext, step, machine, beforeKubeadm(labContext.lab(), machine));
    }

    private static Set<String> beforeKubeadm(Lab lab, Machine machine) {
        Set<String> needs = new HashSet<>(Set.of(StepIds.readyForKubeadm(lab, machine)));
        if (machine.isControlPlane()) {
            // One of them creates the API server's certificate for etcd.
            lab.machines(Role.ETCD).forEach(one -> needs.add(StepIds.joined(lab, one)));
        }
        return needs;
    }

    private static Step kubelet(LabContext labContext, Machine machine) {
        StepBuilder step = StepBuilder.step(OF_KUBELET, "Keep the certificate of %s's kubelet valid"
                        .formatted(machine.name())).about(machine)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.name())
                .action(new KubeletCertificateValid(labContext, machine, Clock.systemUTC()));
        return placed(labContext, step, machine, Stream.of(machine, labContext.lab().firstControlPlane())
                .map(one -> StepIds.id(StepIds.MACHINE_RUNNING, one)).collect(Collectors.toSet()));
    }

    /** @param needs of the step in an existing cluster. In a new lab, the join creates the certificates first */
    private static Step placed(LabContext labContext, StepBuilder step, Machine machine, Set<String> needs) {
        return labContext.hasCluster() ? step.needs(needs).before(LATER.stream()
                        .map(kind -> StepIds.id(kind, machine)).collect(Collectors.toSet())).build()
                : step.needs(StepIds.joined(labContext.lab(), machine)).build();
    }

    /** Of an etcd machine, whose member restarts. */
    static final class EtcdMachineCertificates extends CertificatesValid {
        private static final String RENEW = """
                set -e
                touch %1$s
                for certificate in etcd-server etcd-peer; do
                    kubeadm certs renew "$certificate" --config /etc/hybridlab/kubeadm-etcd.yaml
                done
                """.formatted(MachineCertificates.UNDER_WAY);

        EtcdMachineCertificates(LabContext labContext, Machine machine) {
            this(labContext, machine, Clock.systemUTC());
        }

        EtcdMachineCertificates(LabContext labContext, Machine machine, Clock clock) {
            super(labContext, machine, clock);
        }

        @Override
        public Duration longest() {
            return labContext.timeouts().kubeadm().plus(labContext.timeouts().answering());
        }

        @Override
        void renew(Guest guest, StepContext context) {
            // It is active once it takes requests, which needs a majority of members.
            boolean answered = guest.isActive(EtcdMemberRunning.UNIT);
            must(guest, labContext.timeouts().kubeadm(), RENEW);
            must(guest, labContext.timeouts().answering(), "systemctl restart %s%s && rm %s".formatted(
                    answered ? "" : "--no-block ", EtcdMemberRunning.UNIT, MachineCertificates.UNDER_WAY));
        }

        private void must(Guest guest, Duration within, String commands) {
            guest.root(within, "sh", "-c", commands).orFail("certificates-not-renewed",
                    "The certificates on %s were not renewed.".formatted(machine.name()), advice());
        }
    }
}
