package org.hybridlab.provision.certificate;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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
 * The part of {@code up} that renews certificates. In a lab that has a cluster it comes before everything that kubeadm,
 * etcd or the API server do on the machine, as none of them works with certificates that have ended. In a new lab
 * nothing waits for it.
 */
public final class CertificatePlanner {
    private static final String KIND = "certificates-valid";
    private static final String OF_KUBELET = "kubelet-certificate-valid";
    /** What may not begin on a machine before, or while its control plane starts again. */
    private static final Set<String> LATER = Set.of(StepIds.ETCD_MEMBER_RUNNING, "etcd-endpoints-known",
            "control-plane-initialised", "node-joined", "kubernetes-upgraded");

    private CertificatePlanner() {
    }

    /** Whether a line of a step's tells people that certificates were renewed, and until when they are valid. */
    public static boolean tellsRenewal(String step, String line) {
        return Stream.of(KIND, OF_KUBELET).anyMatch(kind -> step.startsWith(kind + "/"))
                && line.startsWith(CertificatesValid.RENEWED);
    }

    /** @param steps the rest of the plan, which comes back with what it needs of these */
    public static List<Step> with(LabContext labContext, List<Step> steps) {
        Lab lab = labContext.lab();
        List<Machine> machines = lab.joinsExisting() ? List.of()
                : Stream.concat(lab.machines(Role.ETCD).stream(), lab.machines(Role.CONTROL_PLANE).stream()).toList();
        Set<String> ids = steps.stream().map(Step::id).collect(Collectors.toSet());
        Set<String> names = machines.stream().map(Machine::name).collect(Collectors.toSet());
        List<Step> all = new ArrayList<>(labContext.hasCluster()
                ? steps.stream().map(step -> later(KIND, step, names)).toList() : steps);
        for (Machine machine : machines) {
            Set<String> needs = new HashSet<>(labContext.hasCluster() ? beforeKubeadm(lab, machine)
                    : Set.of(StepIds.joined(lab, machine)));
            needs.retainAll(ids);
            all.add(step(labContext, machine, needs));
        }
        return lab.joinsExisting() ? all : withKubelets(labContext, all);
    }

    private static List<Step> withKubelets(LabContext labContext, List<Step> steps) {
        Lab lab = labContext.lab();
        Set<String> ids = steps.stream().map(Step::id).collect(Collectors.toSet());
        List<Machine> nodes = StepIds.linux(lab.nodes()).stream()
                .filter(machine -> ids.contains(StepIds.id(StepIds.MACHINE_RUNNING, machine))).toList();
        Set<String> names = nodes.stream().map(Machine::name).collect(Collectors.toSet());
        List<Step> all = new ArrayList<>(labContext.hasCluster()
                ? steps.stream().map(step -> later(OF_KUBELET, step, names)).toList() : steps);
        nodes.forEach(machine -> all.add(StepBuilder.step(OF_KUBELET, "Keep the certificate of %s's kubelet valid"
                        .formatted(machine.name())).about(machine)
                .needs(labContext.hasCluster() ? Set.copyOf(List.of(
                        StepIds.id(StepIds.MACHINE_RUNNING, machine),
                        StepIds.id(StepIds.MACHINE_RUNNING, lab.firstControlPlane())))
                        : Set.of(StepIds.joined(lab, machine)))
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.name())
                .action(new KubeletCertificateValid(labContext, machine, Clock.systemUTC())).build()));
        return all;
    }

    private static Set<String> beforeKubeadm(Lab lab, Machine machine) {
        Set<String> needs = new HashSet<>(Set.of(StepIds.readyForKubeadm(lab, machine)));
        if (machine.isControlPlane()) {
            // One of them makes what the API server shows to etcd.
            lab.machines(Role.ETCD).forEach(one -> needs.add(StepIds.joined(lab, one)));
        }
        return needs;
    }

    private static Step step(LabContext labContext, Machine machine, Set<String> needs) {
        return StepBuilder.step(KIND, "Keep the certificates of %s valid".formatted(machine.name())).about(machine)
                .needs(needs)
                // While one starts again, the others answer.
                .permit(Permits.ETCD_MEMBER)
                .timeout(labContext.timeouts().kubeadm())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.name())
                .action(machine.isEtcd() ? new EtcdMachineCertificates(labContext, machine)
                        : new ControlPlaneCertificates(labContext, machine)).build();
    }

    private static Step later(String kind, Step step, Set<String> machines) {
        Optional<String> machine = step.machine().filter(machines::contains)
                .filter(name -> LATER.contains(step.id().replace("/" + name, "")));
        return machine.map(name -> step.after(Set.of(kind + "/" + name))).orElse(step);
    }

    /** Of a machine that holds etcd alone, whose member starts again. */
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
            // It is active once it takes requests, which a member with too few peers never does.
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
