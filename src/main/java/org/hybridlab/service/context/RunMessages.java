package org.hybridlab.service.context;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hybridlab.engine.Event;
import org.hybridlab.engine.Event.StepLine;
import org.hybridlab.engine.EventListener;
import org.hybridlab.provision.certificate.CertificatePlanner;
import org.hybridlab.provision.context.StepIds;

/** Tells of repairs that nobody asked for: renewed certificates, machines at another address. */
public final class RunMessages implements EventListener {
    private static final Set<String> NETWORK = Set.of(StepIds.HOST_NETWORK, StepIds.RESET_NETWORK);

    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void on(Event event) {
        if (event instanceof StepLine line && (CertificatePlanner.tellsRenewal(line.step(), line.line())
                || NETWORK.contains(line.step()))) {
            lines.add(line.line());
        }
    }

    public void tell(ServiceListener listener) {
        lines.forEach(listener::message);
    }
}
