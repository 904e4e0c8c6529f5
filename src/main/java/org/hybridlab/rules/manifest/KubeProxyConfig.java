package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** kube-proxy tells the lab's own packets from others by the first, and finds HNS' network by the second. */
final class KubeProxyConfig extends ManifestRule {
    KubeProxyConfig() {
        super("kube-proxy-config", "A kube-proxy configuration has the lab's pod network and HNS network.",
                Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        Lab lab = facts.lab();
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
