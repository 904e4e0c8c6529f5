package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** All containers of a pod are for one system. */
final class ImageOs extends PodRule {
    ImageOs() {
        super("image-os", "All images of a pod are for the operating system that the pod is for.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        String os = pod.isWindows() ? "windows" : "linux";
        return pod.images().filter(image -> image.os().filter(other -> !other.equals(os)).isPresent())
                .map(image -> new Flaw(image.node(), "%s is a %s image, and the pod is for %s".formatted(
                        image.reference(), image.os().orElseThrow(), os),
                        "Take another image, or another pod: the containers of one share one system."));
    }
}
