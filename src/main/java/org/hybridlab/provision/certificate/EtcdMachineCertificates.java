package org.hybridlab.provision.certificate;

import java.time.Clock;
import java.time.Duration;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdMemberRunning;

/** Of a machine that holds etcd alone, whose member starts again. */
final class EtcdMachineCertificates extends CertificatesValid {
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
