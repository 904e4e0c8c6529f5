package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.Rule;

public final class ProgramFlagRules {
    private static final List<Gone> GONE = List.of(
            new Gone("--network-plugin", 24, "Docker's own networks left Kubernetes with it"),
            new Gone("--cni-bin-dir", 24, "containerd's configuration names the folder"),
            new Gone("--cni-conf-dir", 24, "containerd's configuration names the folder"),
            new Gone("--image-pull-progress-deadline", 24, "containerd's configuration has it"),
            new Gone("--docker-endpoint", 24, "Docker left Kubernetes with it"),
            // 1.34's kubeadm still writes it for its kubelet (kubernetes cmd/kubeadm/app/phases/kubelet/flags.go).
            new Gone("--pod-infra-container-image", 35, "containerd's configuration names the pause image"));
    /** @param minor of the first release without it */
    private record Gone(String flag, int minor, String instead) {
        /** As a word, or in a shell's line. */
        boolean isIn(String word) {
            return Pattern.compile("(?:^|[\\s\"'])" + flag + "(?![A-Za-z-])").matcher(word).find();
        }
    }

    /** As a whole word of a command or a shell's line, with or without its folder. */
    private static final Pattern PROGRAM = Pattern.compile(
            "(?:^|[\\s;&|(\"'])(?:[^\\s=;&|(\"']*[/\\\\])?(?:kubelet|kube-proxy)(?:\\.exe)?(?:$|[\\s;&|)\"'])");
    private static final Pattern IMAGE = Pattern.compile("(?:.*/)?(?:kubelet|kube-proxy)[^/]*");
    private static final List<String> STABLE = List.of("WinOverlay", "WinDSR");

    /** A program does not start with an unknown flag. */
    public static final Rule FLAG_REMOVED = ManifestRule.ofPods("flag-removed",
            "No kubelet or kube-proxy in a container gets a flag that the lab's Kubernetes has removed.",
            (pod, lab) -> pod.containers().stream().filter(ProgramFlagRules::isKubernetes)
                .flatMap(ProgramFlagRules::words).flatMap(word -> goneFlags(word, lab.kubernetes())));

    /** Naming them is an error soon (kubernetes/kubernetes, pull 142125). */
    public static final Rule FEATURE_GATE_STABLE = ManifestRule.ofPods("feature-gate-stable",
            "From Kubernetes 1.34 on, nothing turns WinOverlay or WinDSR on.",
            (pod, lab) -> pod.containers().stream().flatMap(ProgramFlagRules::words)
                .filter(word -> word.text().filter(ProgramFlagRules::names).isPresent())
                .map(word -> new Flaw(word, "the gates WinOverlay and WinDSR are always on in Kubernetes "
                        + lab.kubernetes().branch(), "Leave --feature-gates out.")));

    private ProgramFlagRules() {
    }

    /** Other programs have equal flags, for example Multus. */
    private static boolean isKubernetes(ManifestNode container) {
        boolean image = container.at("image").text().isPresent()
                && IMAGE.matcher(new Image(container.at("image")).repository()).matches();
        return image || words(container).flatMap(word -> word.text().stream())
                .anyMatch(text -> PROGRAM.matcher(text).find());
    }

    private static Stream<ManifestNode> words(ManifestNode container) {
        return container.present("command", "args").flatMap(words -> words.items().stream());
    }

    private static Stream<Flaw> goneFlags(ManifestNode word, KubernetesVersion version) {
        return GONE.stream().filter(gone -> version.atLeast(1, gone.minor()))
                .filter(gone -> word.text().filter(gone::isIn).isPresent())
                .map(gone -> new Flaw(word, "Kubernetes %s has no %s".formatted(version.branch(), gone.flag()),
                        "Leave it out: %s.".formatted(gone.instead())));
    }

    private static boolean names(String word) {
        return word.contains("--feature-gates") && STABLE.stream().anyMatch(word::contains);
    }
}
