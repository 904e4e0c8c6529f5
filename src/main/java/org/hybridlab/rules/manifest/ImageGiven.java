package org.hybridlab.rules.manifest;

import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.rules.Bundled;
import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** An image that no machine has and none may pull never starts. */
final class ImageGiven extends ManifestRule {
    ImageGiven() {
        super("image-never-pulled", "An image that is never pulled is one of the bundle's.", Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        Optional<Bundled> bundled = facts.host().bundled();
        boolean ownBoxes = facts.lab().machines().stream().anyMatch(machine -> machine.box().isPresent());
        if (bundled.isEmpty() || ownBoxes || facts.lab().joinsExisting()) {
            return Stream.of();
        }
        return PodSpec.of(object).stream().flatMap(pod -> pod.containers().stream())
                .filter(container -> container.text("imagePullPolicy").filter("Never"::equals).isPresent())
                .map(container -> container.at("image"))
                .filter(image -> image.text().filter(name -> !bundled.get().images().contains(name)).isPresent())
                .map(image -> flaw(image, bundled.get()));
    }

    private static Flaw flaw(ManifestNode image, Bundled bundled) {
        String repository = new Image(image).repository();
        return new Flaw(image, "no machine has this image, and `imagePullPolicy: Never` pulls none",
                bundled.images().stream().filter(one -> one.startsWith(repository + ":")).findFirst()
                        .map("The bundle has %s."::formatted).orElse("Write `imagePullPolicy: IfNotPresent`."));
    }
}
