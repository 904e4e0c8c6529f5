package org.hybridlab.config.rules.kubernetes;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Defect.warning;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.VERSIONS;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class KubernetesVersionRules {
    private static final int FURTHEST = 3;

    public static final Rule KUBERNETES_TOO_OLD = Rule.of("kubernetes-too-old",
            "The version of Kubernetes is one that hybridlab still supports.",
            Set.of(VERSIONS), KubernetesVersionRules::kubernetesTooOld);

    public static final Rule KUBERNETES_NEWER = Rule.of("kubernetes-newer",
            "The version of Kubernetes is one that hybridlab knows.",
            Set.of(VERSIONS), KubernetesVersionRules::kubernetesNewer);

    public static final Rule KUBERNETES_NOT_BUNDLED = Rule.of("kubernetes-not-bundled",
            "hybridlab has a bundle of the version of Kubernetes.",
            Set.of(VERSIONS, MACHINES), KubernetesVersionRules::kubernetesNotBundled);

    public static final Rule KUBELET_SKEW = Rule.of("kubelet-skew",
            "A kubelet is not newer than the lab's Kubernetes, and at most three branches older.",
            Set.of(VERSIONS, MACHINES), KubernetesVersionRules::kubeletSkew);

    /** kubeadm makes the control plane of one version. */
    public static final Rule CONTROL_PLANE_VERSION = Rule.of("control-plane-version",
            "Control planes run the lab's own version of Kubernetes.",
            Set.of(VERSIONS, MACHINES), facts ->
                Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().isControlPlane()
                        && !one.item().kubernetes().equals(facts.lab().kubernetes()))
                .map(one -> error(Place.machine(one.number(), "kubernetes"),
                        "the control plane %s is %s, and the lab %s".formatted(one.item().name(),
                                one.item().kubernetes(), facts.lab().kubernetes()),
                        "Write the version for the whole lab, or for workers."))
                .toList());

    /** From containerd's RELEASES.md. */
    public static final Rule CONTAINERD_FIT = Rule.of("containerd-fit", "containerd is new enough for Kubernetes.",
            Set.of(VERSIONS, MACHINES), facts ->
                facts.lab().containerd().stream().flatMap(containerd -> facts.lab().kubernetesVersions().stream()
                .flatMap(version -> branch(version).stream())
                .filter(branch -> !branch.fits(containerd))
                .map(branch -> error(Place.of("containerd"), "Kubernetes %s does not go with containerd %s"
                        .formatted(branch.name(), containerd), "Take at least: %s.".formatted(oldest(branch))))
                .limit(1)).toList());

    private KubernetesVersionRules() {
    }

    private static List<Defect> kubernetesTooOld(LabFacts facts) {
        KubernetesVersion version = facts.lab().kubernetes();
        KubernetesBranch oldest = KubernetesBranch.oldest();
        return version.minor() >= oldest.minor() ? List.of() : List.of(error(Place.of("kubernetes"),
                "Kubernetes %s is older than what hybridlab supports".formatted(version),
                "Take %s or newer; the newest is %s.".formatted(oldest.name(), KubernetesBranch.newest().name())));
    }

    private static List<Defect> kubernetesNewer(LabFacts facts) {
        KubernetesVersion version = facts.lab().kubernetes();
        // With a known bundle, another rule reports versions without one.
        if (facts.host().bundled().isPresent()) {
            return List.of();
        }
        boolean newer = KubernetesBranch.of(version.branch()).map(branch -> version.patch() > branch.newestPatch())
                .orElse(version.minor() > KubernetesBranch.newest().minor());
        return newer ? List.of(warning(Place.of("kubernetes"),
                "Kubernetes %s is newer than what hybridlab knows".formatted(version),
                "It may work. Known releases: %s.".formatted(known()))) : List.of();
    }

    private static String known() {
        return KubernetesBranch.known().stream().map(branch -> branch.newestVersion().toString())
                .collect(Collectors.joining(", "));
    }

    private static List<Defect> kubernetesNotBundled(LabFacts facts) {
        if (facts.host().bundled().isEmpty()) {
            return List.of();
        }
        List<KubernetesVersion> releases = facts.host().bundled().get().releases();
        Stream<Defect> lab = Stream.of(facts.lab().kubernetes()).filter(version -> !releases.contains(version))
                .map(version -> missing(Place.of("kubernetes"), version, releases));
        Stream<Defect> machines = Numbered.of(facts.lab().machines()).stream()
                .filter(one -> !one.item().kubernetes().equals(facts.lab().kubernetes()) && !one.item().isSimulated()
                        && !releases.contains(one.item().kubernetes()))
                .map(one -> missing(Place.machine(one.number(), "kubernetes"), one.item().kubernetes(), releases));
        return Stream.concat(lab, machines).toList();
    }

    private static Defect missing(Place place, KubernetesVersion version, List<KubernetesVersion> releases) {
        return error(place, "hybridlab has no bundle of Kubernetes %s".formatted(version), "Take one of: %s."
                .formatted(releases.stream().map(KubernetesVersion::toString).collect(Collectors.joining(", "))));
    }

    private static List<Defect> kubeletSkew(LabFacts facts) {
        KubernetesVersion server = facts.lab().kubernetes();
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().kubernetes().branchesBehind(server) < 0
                        || one.item().kubernetes().branchesBehind(server) > FURTHEST)
                .map(one -> error(Place.machine(one.number(), "kubernetes"),
                        "the kubelet %s of %s does not go with an API server %s"
                                .formatted(one.item().kubernetes(), one.item().name(), server),
                        "Take the lab's branch or one of the three before it."))
                .toList();
    }

    private static String oldest(KubernetesBranch branch) {
        return branch.containerd().stream().map(Object::toString).collect(Collectors.joining(" or "));
    }

    /** Unknown newer branches need what the newest known one needs. */
    private static Optional<KubernetesBranch> branch(KubernetesVersion version) {
        return KubernetesBranch.of(version.branch()).or(() -> Optional.of(KubernetesBranch.newest())
                .filter(newest -> version.minor() > newest.minor()));
    }
}
