package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.lab.KubernetesVersion;
import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** A program that does not know one of its flags does not start. */
final class FlagGone extends PodRule {
    /**
     * @param flag of a kubelet or kube-proxy
     * @param minor of the first Kubernetes without it
     */
    private record Gone(String flag, int minor, String instead) {
    }

    private static final List<Gone> GONE = List.of(
            new Gone("--network-plugin", 24, "Docker's own networks left Kubernetes with it"),
            new Gone("--cni-bin-dir", 24, "containerd's configuration names the folder"),
            new Gone("--cni-conf-dir", 24, "containerd's configuration names the folder"),
            new Gone("--image-pull-progress-deadline", 24, "containerd's configuration has it"),
            new Gone("--docker-endpoint", 24, "Docker left Kubernetes with it"),
            // 1.34's kubeadm still writes it for its kubelet (kubernetes cmd/kubeadm/app/phases/kubelet/flags.go).
            new Gone("--pod-infra-container-image", 35, "containerd's configuration names the pause image"));

    FlagGone() {
        super("flag-gone", "No container passes a flag that the lab's Kubernetes has no more.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.containers().stream().flatMap(container -> container.present("command", "args"))
                .flatMap(words -> words.items().stream()).flatMap(word -> flaws(word, lab.kubernetes()));
    }

    private static Stream<Flaw> flaws(ManifestNode word, KubernetesVersion version) {
        return GONE.stream().filter(gone -> version.atLeast(1, gone.minor()))
                .filter(gone -> word.text().filter(text -> text.contains(gone.flag())).isPresent())
                .map(gone -> new Flaw(word, "Kubernetes %s has no %s".formatted(version.branch(), gone.flag()),
                        "Leave it out: %s.".formatted(gone.instead())));
    }
}
