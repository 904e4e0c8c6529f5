package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.Severity;

/** Kubernetes pulls such an image again at each start, so a pod stops starting when its registry does not answer. */
final class ImageTagGiven extends PodRule {
    ImageTagGiven() {
        super("image-without-tag", "An image has a tag that says which one it is, or a digest.", Severity.WARNING);
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.images().filter(image -> !image.isMicrosoftWindows() && !image.reference().contains("@"))
                .filter(image -> image.tag().isEmpty() || image.tag().equals("latest"))
                .map(image -> new Flaw(image.node(), "%s is whatever image is newest, asked for at each start"
                        .formatted(image.reference()), "Write the tag of a version, for example %s:1.2."
                        .formatted(image.repository())));
    }
}
