package org.hybridlab.config.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

public final class ConfigMapRules {
    /** A warning: programs may fill in a file, or read comments in JSON. */
    public static final Rule CONFIG_INVALID = ManifestRule.of("config-invalid",
            "What a ConfigMap holds as a .json, .conflist or .yaml file can be read as one.",
            Severity.WARNING, (object, lab) ->
                object.kind().equals("ConfigMap") ? object.documents().entrySet().stream()
                .filter(document -> !document.getValue().isPresent() && structured(document.getKey())
                        && object.body().text("data", document.getKey()).filter(text -> !text.isBlank()).isPresent())
                .map(document -> new Flaw(object.body().at("data", document.getKey()),
                        document.getKey() + " cannot be read", "Look for a missing bracket, comma or quote."))
                : Stream.of());

    /** kube-proxy needs the first for the lab's own packets, and the second for the HNS network. */
    public static final Rule KUBE_PROXY_CONFIG = ManifestRule.of("kube-proxy-config",
            "A kube-proxy configuration has the lab's pod network and HNS network.",
            Severity.ERROR, ConfigMapRules::kubeProxyConfig);

    private ConfigMapRules() {
    }

    private static boolean structured(String key) {
        return !key.endsWith(".conf");
    }

    private static Stream<Flaw> kubeProxyConfig(ManifestObject object, Lab lab) {
        return object.documents().values().stream()
                .filter(conf -> conf.text("kind").filter("KubeProxyConfiguration"::equals).isPresent())
                .flatMap(conf -> Stream.concat(
                        differs(conf.at("clusterCIDR"), lab.network().pods().toString(), "pod network"),
                        differs(conf.at("winkernel", "networkName"), lab.network().hnsNetwork(), "HNS network")));
    }

    private static Stream<Flaw> differs(ManifestNode node, String right, String what) {
        return node.text().filter(text -> !text.isEmpty() && !text.equals(right)).stream().map(text -> new Flaw(node,
                "the lab's %s is %s, not %s".formatted(what, right, text),
                "Write %s, or leave it out.".formatted(right)));
    }
}
