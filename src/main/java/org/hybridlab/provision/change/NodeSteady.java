package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/**
 * The node is Ready with its kubelet, and a control plane's static pods stay ready. The kubelet restarts them seconds
 * after its node is Ready, and the next machine must wait for that.
 */
record NodeSteady(LabContext labContext, Machine machine) {
    private static final int SECONDS = 10;
    /** Fraction of the time for Ready. */
    private static final int PART = 30;

    /** @throws LabException {@code node-not-ready} */
    void await(StepContext context) {
        AtomicReference<Long> wellSince = new AtomicReference<>();
        Duration steady = machine.isControlPlane() ? steady() : Duration.ZERO;
        Wait.until("node %s is Ready with kubelet %s".formatted(machine.name(), tag()),
                        labContext.timeouts().nodeReady().plus(steady))
                .every(labContext.timeouts().look())
                .orFail("node-not-ready", "Its kubelet says why: hybridlab logs %s %s --unit kubelet"
                        .formatted(labContext.word(), machine.name()))
                .that(() -> steadyState(wellSince, steady), String::isEmpty, state -> state, context.cancellation());
    }

    private Duration steady() {
        Duration usual = labContext.timeouts().usual(SECONDS);
        Duration part = labContext.timeouts().nodeReady().dividedBy(PART);
        return usual.compareTo(part) < 0 ? usual : part;
    }

    private String steadyState(AtomicReference<Long> wellSince, Duration steady) {
        String state = state();
        if (!state.isEmpty()) {
            wellSince.set(null);
            return state;
        }
        wellSince.compareAndSet(null, System.nanoTime());
        return System.nanoTime() - wellSince.get() < steady.toNanos() ? "it is well since a moment" : "";
    }

    /** Empty if it is steady. */
    private String state() {
        try {
            Optional<Node> node = labContext.cluster().node(machine.name());
            if (node.filter(one -> one.ready() && one.kubelet().equals(tag())).isEmpty()) {
                return node.map(one -> "%s, kubelet %s".formatted(one.readiness(), one.kubelet())).orElse("no node");
            }
            return !machine.isControlPlane() ? "" : labContext.cluster().podsOn(machine.name()).stream()
                    .filter(Pod::isStatic)
                    .filter(pod -> !pod.ready()).map(pod -> "%s: %s".formatted(pod.name(), pod.readiness()))
                    .collect(Collectors.joining(", "));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return e.what();
        }
    }

    private String tag() {
        return machine.kubernetes().tag();
    }
}
