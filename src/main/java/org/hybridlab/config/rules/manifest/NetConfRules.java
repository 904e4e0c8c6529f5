package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

/** flannel's {@code net-conf.json} in a lab's manifests. */
public final class NetConfRules {
    /** Kubernetes assigns pod networks to nodes, and flannel must route the same. */
    public static final Rule NETCONF_NETWORK = rule("netconf-network",
            "The Network of net-conf.json is `network.pods`.",
            NetConfRules::netconfNetwork);

    public static final Rule NETCONF_BACKEND = rule("netconf-backend",
            "The Backend of net-conf.json is that of the network mode.",
            NetConfRules::netconfBackend);

    /** flannel's default is 1, which it refuses on Windows. */
    public static final Rule NETCONF_VNI = rule("netconf-vni", "The VNI of net-conf.json is `network.vni`.",
            NetConfRules::netconfVni);

    /** flannel's default on Linux is 8472. */
    public static final Rule NETCONF_PORT = rule("netconf-port", "The Port of net-conf.json is `network.port`.",
            NetConfRules::netconfPort);

    /** flannel refuses both on Windows (vxlan_windows.go). */
    public static final Rule NETCONF_WINDOWS = rule("netconf-windows",
            "With Windows machines, net-conf.json asks for neither DirectRouting nor GBP.",
            (conf, lab) ->
                lab.hasWindows() ? List.of("DirectRouting", "GBP").stream().map(key -> conf.at("Backend", key))
                .filter(ManifestNode::isTrue).map(node -> new Flaw(node, "flannel does not start on Windows with this",
                        "Leave it out.")) : Stream.of());

    private NetConfRules() {
    }

    private static Rule rule(String id, String title, BiFunction<ManifestNode, Lab, Stream<Flaw>> look) {
        return ManifestRule.of(id, title, Severity.ERROR, (object, lab) -> object.documents().values().stream()
                .filter(conf -> conf.at("Backend").isPresent()).flatMap(conf -> look.apply(conf, lab)));
    }

    private static boolean vxlan(ManifestNode conf) {
        return conf.text("Backend", "Type").filter("vxlan"::equals).isPresent();
    }

    private static Stream<Flaw> netconfNetwork(ManifestNode conf, Lab lab) {
        String right = lab.network().pods().toString();
        return conf.text("Network").filter(network -> !network.equals(right)).stream()
                .map(network -> new Flaw(conf.at("Network"), "the lab's pods are in %s, not in %s"
                        .formatted(right, network), "Write %s.".formatted(right)));
    }

    private static Stream<Flaw> netconfBackend(ManifestNode conf, Lab lab) {
        String right = lab.network().mode().traits().backend();
        return conf.text("Backend", "Type").filter(type -> !type.equals(right)).stream()
                .map(type -> new Flaw(conf.at("Backend", "Type"), "the mode %s has the backend %s, not %s"
                        .formatted(lab.network().mode().id(), right, type), "Write `%s`.".formatted(right)));
    }

    private static Stream<Flaw> netconfVni(ManifestNode conf, Lab lab) {
        String right = Integer.toString(lab.network().vni());
        ManifestNode vni = conf.at("Backend", "VNI");
        return !vxlan(conf) || vni.text().filter(right::equals).isPresent() ? Stream.of() : Stream.of(new Flaw(
                vni.or(conf.at("Backend")), "the lab's VNI is " + right, "Write \"VNI\": %s.".formatted(right)));
    }

    private static Stream<Flaw> netconfPort(ManifestNode conf, Lab lab) {
        String right = Integer.toString(lab.network().port());
        ManifestNode port = conf.at("Backend", "Port");
        return !vxlan(conf) || port.text().filter(right::equals).isPresent() ? Stream.of() : Stream.of(new Flaw(
                port.or(conf.at("Backend")), "the lab's VXLAN port is " + right,
                "Write \"Port\": %s.".formatted(right)));
    }
}
