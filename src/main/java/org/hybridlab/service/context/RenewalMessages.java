package org.hybridlab.service.context;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import org.hybridlab.engine.Event;
import org.hybridlab.engine.Event.StepLine;
import org.hybridlab.engine.EventListener;
import org.hybridlab.provision.certificate.CertificatePlanner;

/** What a run told of certificates that it renewed: the one thing that it does of which nobody knew a need. */
public final class RenewalMessages implements EventListener {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void on(Event event) {
        if (event instanceof StepLine line && CertificatePlanner.tellsRenewal(line.step(), line.line())) {
            lines.add(line.line());
        }
    }

    /** The listeners of a run, and this one. */
    public List<EventListener> besides(List<EventListener> others) {
        return Stream.concat(others.stream(), Stream.of(this)).toList();
    }

    /** Once the run is over. */
    public void tell(ServiceListener listener) {
        lines.forEach(listener::message);
    }
}
