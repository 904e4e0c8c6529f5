package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.lab.KubernetesVersion;
import org.hybridlab.lab.Lab;

/**
 * Both are always on since Kubernetes 1.34, and are about to be removed (kubernetes/kubernetes, pull 142125); naming
 * them is an error then.
 */
final class GatesStable extends PodRule {
    private static final List<String> STABLE = List.of("WinOverlay", "WinDSR");
    private static final int SINCE = 34;

    GatesStable() {
        super("gate-stable", "From Kubernetes 1.34 on, nothing turns WinOverlay or WinDSR on.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        KubernetesVersion version = lab.kubernetes();
        return version.atLeast(1, SINCE) ? pod.containers().stream()
                .flatMap(container -> container.present("command", "args")).flatMap(words -> words.items().stream())
                .filter(word -> word.text().filter(GatesStable::names).isPresent())
                .map(word -> new Flaw(word, "the gates WinOverlay and WinDSR are always on in Kubernetes "
                        + version.branch(), "Leave --feature-gates out.")) : Stream.of();
    }

    private static boolean names(String word) {
        return word.contains("--feature-gates") && STABLE.stream().anyMatch(word::contains);
    }
}
