package org.hybridlab.provision.kubernetes;

import org.hybridlab.cluster.etcd.Etcd;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdClientKeys;

final class ExternalEtcd {
    private static final String EMPTY = ResourceText.of(ExternalEtcd.class, "empty-etcd.sh");
    private static final String FIRST_KEY =
            String.join(" ", Etcd.ETCDCTL) + " get \"\" --prefix --keys-only --limit=1";

    private final Machine machine;
    private final Guest guest;
    private final StepContext context;

    ExternalEtcd(LabContext labContext, StepContext context) {
        this.machine = labContext.lab().etcdMembers().get(0);
        this.guest = labContext.guest(machine, context);
        this.context = context;
    }

    /**
     * Empties etcd, and gives the control plane its client certificate.
     *
     * @param half whether an incomplete init on the control plane wrote the data
     */
    void prepare(Guest controlPlane, boolean half) {
        if (!guest.output(FIRST_KEY, "The look at what etcd holds").isBlank()) {
            if (!half) {
                context.destroys("empty etcd, which holds what an earlier control plane wrote; a copy stays on "
                        + machine.name());
            }
            String saved = guest.output(EMPTY, "Emptying etcd", Etcd.ETCDCTL.toArray(String[]::new)).strip();
            context.line("etcd held what an earlier control plane wrote; that is saved on %s as %s"
                    .formatted(machine.name(), saved));
        }
        EtcdClientKeys.bring(guest, controlPlane);
    }
}
