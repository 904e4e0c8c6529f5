package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** What is pushed to the host's registry by one name must be pulled by a name that machines know it by. */
final class ImageLoopback extends PodRule {
    ImageLoopback() {
        super("image-loopback", "No image is pulled from localhost, which is each machine itself.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.images().filter(image -> image.registry().filter(ImageLoopback::loopback).isPresent())
                .map(image -> new Flaw(image.node(), "a machine would look for %s on itself"
                        .formatted(image.reference()), "Name the registry as machines reach it."));
    }

    private static boolean loopback(String registry) {
        String host = registry.replaceFirst(":.*", "");
        return host.equals("localhost") || host.startsWith("127.");
    }
}
