package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Ipv4;
import org.hybridlab.lab.Lab;
import org.hybridlab.rules.Severity;

/** containerd speaks TLS to a registry unless it is told not to, and few registries in a lab do. */
final class ImageRegistryUnknown extends PodRule {
    ImageRegistryUnknown() {
        super("image-registry-unknown", "A registry in the lab's own network is one of `registries`.",
                Severity.WARNING);
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        Cidr machines = lab.network().machines();
        return pod.images().filter(image -> image.registry().filter(registry -> within(machines, registry))
                .filter(registry -> unknown(lab, registry)).isPresent())
                .map(image -> new Flaw(image.node(), "containerd would want TLS of %s"
                        .formatted(image.registry().orElseThrow()),
                        "Write it under `registries`, with `plainHttp: true` if it has none."));
    }

    private static boolean unknown(Lab lab, String registry) {
        return lab.registries().stream().noneMatch(one -> one.host().equals(registry));
    }

    private static boolean within(Cidr machines, String registry) {
        String host = registry.replaceFirst(":.*", "");
        return host.matches("[0-9]+(\\.[0-9]+){3}") && isIn(machines, host);
    }

    private static boolean isIn(Cidr machines, String host) {
        try {
            return machines.contains(Ipv4.parse(host));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
