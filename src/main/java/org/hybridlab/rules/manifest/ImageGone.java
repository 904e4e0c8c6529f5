package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** Names in old texts behind which there is nothing any more. */
final class ImageGone extends PodRule {
    private record Gone(String prefix, String state, String instead) {
    }

    private static final List<Gone> GONE = List.of(
            new Gone("microsoft/", "left Docker Hub for Microsoft's own registry", "mcr.microsoft.com/windows/"),
            new Gone("docker.io/microsoft/", "left Docker Hub for Microsoft's own registry",
                    "mcr.microsoft.com/windows/"),
            new Gone("k8s.gcr.io/", "gets no new images since 2023", "registry.k8s.io/"),
            new Gone("gcr.io/google_containers/", "was the registry before the one before", "registry.k8s.io/"),
            new Gone("gcr.io/google-containers/", "was the registry before the one before", "registry.k8s.io/"),
            new Gone("gcr.io/kubernetes-e2e-test-images/", "gets no new images since 2021",
                    "registry.k8s.io/e2e-test-images/"),
            new Gone("mcr.microsoft.com/k8s/core/pause:",
                    "was replaced by Kubernetes' own, which has Windows images too", "registry.k8s.io/pause:3.10.2"),
            new Gone("quay.io/coreos/flannel:", "ended with CoreOS", "ghcr.io/flannel-io/flannel:"),
            // kubernetes-sigs/sig-windows-tools, issues 319 and 343, and pull 385, which deleted its sources.
            new Gone("sigwindowstools/flannel:", "was given up, and its images were missing for months",
                    "`network.overlays`, by which hybridlab brings flannel itself"));

    ImageGone() {
        super("image-gone", "No image comes from where there are none any more.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        // A legacy mode shows what it was made of.
        return lab.network().mode().traits().legacy() ? Stream.of() : pod.images().flatMap(image -> GONE.stream()
                .filter(gone -> image.reference().startsWith(gone.prefix()))
                .map(gone -> new Flaw(image.node(), "%s... %s".formatted(gone.prefix(), gone.state()),
                        "Take %s instead.".formatted(gone.instead()))));
    }
}
