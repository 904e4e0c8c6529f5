package org.hybridlab.rules.manifest;

import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** containerd refuses a pod whose handler it has not; Kubernetes has no Hyper-V isolation. */
final class RuntimeClassHandler extends ManifestRule {
    private static final Set<String> KNOWN = Set.of("runc", "runhcs-wcow-process");

    RuntimeClassHandler() {
        super("runtime-class-handler", "A RuntimeClass names a handler that containerd has: runc or "
                + "runhcs-wcow-process.", Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        return object.kind().equals("RuntimeClass") && !facts.lab().joinsExisting() ? object.body().text("handler")
                .filter(handler -> !KNOWN.contains(handler)).stream().map(handler -> new Flaw(
                        object.body().at("handler"), "containerd has no handler '%s'".formatted(handler),
                        "Write runhcs-wcow-process for Windows, runc for Linux.")) : Stream.of();
    }
}
