package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.Rule;

/** Flags and gates that Kubernetes' programs no longer have. */
public final class ProgramFlagRules {
    private static final List<Gone> GONE = List.of(
            new Gone("--network-plugin", 24, "Docker's own networks left Kubernetes with it"),
            new Gone("--cni-bin-dir", 24, "containerd's configuration names the folder"),
            new Gone("--cni-conf-dir", 24, "containerd's configuration names the folder"),
            new Gone("--image-pull-progress-deadline", 24, "containerd's configuration has it"),
            new Gone("--docker-endpoint", 24, "Docker left Kubernetes with it"),
            // 1.34's kubeadm still writes it for its kubelet (kubernetes cmd/kubeadm/app/phases/kubelet/flags.go).
            new Gone("--pod-infra-container-image", 35, "containerd's configuration names the pause image"));
    /**
     * @param flag of a kubelet or kube-proxy
     * @param minor of the first Kubernetes without it
     */
    private record Gone(String flag, int minor, String instead) {
    }
    private static final List<String> STABLE = List.of("WinOverlay", "WinDSR");
    private static final int SINCE = 34;

    /** A program that does not know one of its flags does not start. */
    public static final Rule FLAG_REMOVED = ManifestRule.ofPods("flag-removed",
            "No container passes a flag that the lab's Kubernetes has removed.",
            (pod, lab) -> pod.containers().stream().flatMap(container -> container.present("command", "args"))
                .flatMap(words -> words.items().stream()).flatMap(word -> goneFlags(word, lab.kubernetes())));

    /**
     * Both are always on since Kubernetes 1.34, and are about to be removed (kubernetes/kubernetes, pull 142125);
     * naming them is an error then.
     */
    public static final Rule FEATURE_GATE_STABLE = ManifestRule.ofPods("feature-gate-stable",
            "From Kubernetes 1.34 on, nothing turns WinOverlay or WinDSR on.",
            ProgramFlagRules::featureGateStable);

    private ProgramFlagRules() {
    }

    private static Stream<Flaw> goneFlags(ManifestNode word, KubernetesVersion version) {
        return GONE.stream().filter(gone -> version.atLeast(1, gone.minor()))
                .filter(gone -> word.text().filter(text -> text.contains(gone.flag())).isPresent())
                .map(gone -> new Flaw(word, "Kubernetes %s has no %s".formatted(version.branch(), gone.flag()),
                        "Leave it out: %s.".formatted(gone.instead())));
    }

    private static Stream<Flaw> featureGateStable(PodSpec pod, Lab lab) {
        KubernetesVersion version = lab.kubernetes();
        return version.atLeast(1, SINCE) ? pod.containers().stream()
                .flatMap(container -> container.present("command", "args")).flatMap(words -> words.items().stream())
                .filter(word -> word.text().filter(ProgramFlagRules::names).isPresent())
                .map(word -> new Flaw(word, "the gates WinOverlay and WinDSR are always on in Kubernetes "
                        + version.branch(), "Leave --feature-gates out.")) : Stream.of();
    }

    private static boolean names(String word) {
        return word.contains("--feature-gates") && STABLE.stream().anyMatch(word::contains);
    }
}
