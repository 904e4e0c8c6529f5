package org.hybridlab.rules.manifest;

import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** containerd answers InvalidImageName to anything else. */
final class ImageForm extends PodRule {
    private static final String LABEL = "[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?";
    /** Up to 65535. */
    private static final String PORT = "([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]"
            + "|6553[0-5])";
    private static final String HOST = LABEL + "(\\." + LABEL + ")*(:" + PORT + ")?";
    private static final String NAME = "[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*";
    /** As distribution/reference has it, which containerd and docker take. */
    private static final Pattern FORM = Pattern.compile("(" + HOST + "/)?" + NAME + "(/" + NAME + ")*"
            + "(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?");

    ImageForm() {
        super("image-form", "Every container has an image, whose name a registry could have.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.containers().stream().filter(ManifestNode::isPresent).flatMap(ImageForm::look);
    }

    private static Stream<Flaw> look(ManifestNode container) {
        ManifestNode image = container.at("image");
        if (image.text().filter(name -> !name.isBlank()).isEmpty()) {
            return Stream.of(new Flaw(image.or(container), "container %s has no image"
                    .formatted(container.text("name").orElse("without a name")), "Write `image:`."));
        }
        return FORM.matcher(image.text().get()).matches() ? Stream.of() : Stream.of(new Flaw(image,
                "no registry has an image '%s'".formatted(image.text().get()),
                "Write registry/name:tag, the name in lower case."));
    }
}
