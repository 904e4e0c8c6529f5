package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** Services are reached by a route that sends their packets through the network. */
final class CniRoutes extends CniRule {
    CniRoutes() {
        super("cni-routes", "A route policy of Windows pods goes to the service network, or to one machine.");
    }

    @Override
    Stream<Flaw> look(CniConfig config, Lab lab) {
        return config.policies().stream().map(policy -> CniConfig.get(policy, "Value"))
                .filter(value -> CniConfig.get(value, "Type").text().filter(type -> type.equals("ROUTE")
                        || type.equals("SDNRoute")).isPresent()).flatMap(value -> flaws(value, lab));
    }

    private static Stream<Flaw> flaws(ManifestNode route, Lab lab) {
        ManifestNode prefix = CniConfig.setting(route, "DestinationPrefix");
        String services = lab.network().services().toString();
        if (prefix.text().filter(text -> !text.equals(services) && !text.endsWith("/32")).isPresent()) {
            return Stream.of(new Flaw(prefix, "the service network is %s, not %s".formatted(services,
                    prefix.text().get()), "Write %s.".formatted(services)));
        }
        return CniConfig.setting(route, "NeedEncap").isTrue() ? Stream.of() : Stream.of(new Flaw(
                CniConfig.setting(route, "NeedEncap").or(route), "without NeedEncap, Services are not reached",
                "Write \"NeedEncap\": true."));
    }
}
