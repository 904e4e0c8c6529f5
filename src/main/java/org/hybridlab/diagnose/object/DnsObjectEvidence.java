package org.hybridlab.diagnose.object;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.config.model.Lab;

final class DnsObjectEvidence {
    private static final String SYSTEM = "kube-system";
    private static final String CONFIG_MAPS = "/api/v1/configmaps";
    private static final Pattern KUBELETS = Pattern.compile("clusterDNS:\\s*-\\s*\"?([0-9a-fA-F.:]+)");

    private DnsObjectEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        lists.ownCluster().ifPresent(lab -> {
            lists.find(CONFIG_MAPS, SYSTEM, "coredns").ifPresent(config -> corefile(config, lab, lines));
            lists.find("/api/v1/services", SYSTEM, "kube-dns").ifPresent(service ->
                    lists.find(CONFIG_MAPS, SYSTEM, "kubelet-config")
                            .ifPresent(config -> address(service, config, lines)));
        });
    }

    private static void address(LiveObject service, LiveObject config, ObjectLines lines) {
        Matcher told = KUBELETS.matcher(config.text("data", "kubelet"));
        String address = service.text("spec", "clusterIP");
        if (told.find() && !told.group(1).equals(address)) {
            lines.say("Service kube-system/kube-dns has the address %s, and kubelets tell pods %s"
                    .formatted(address, told.group(1)));
        }
    }

    private static void corefile(LiveObject config, Lab lab, ObjectLines lines) {
        String text = config.text("data", "Corefile").replaceAll("(?m)#.*$", "");
        long open = text.chars().filter(letter -> letter == '{').count();
        long closed = text.chars().filter(letter -> letter == '}').count();
        String complaint = text.isBlank() ? "is empty" : open != closed
                ? "opens %d braces and closes %d".formatted(open, closed)
                : !Pattern.compile("(?m)^\\s*kubernetes\\s[^{\\n]*\\b" + Pattern.quote(lab.network().domain()))
                .matcher(text).find() ? "does not serve " + lab.network().domain() : "";
        if (!complaint.isEmpty()) {
            lines.say("ConfigMap kube-system/coredns: its Corefile " + complaint);
        }
    }
}
