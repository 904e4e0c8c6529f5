package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.Severity;

/** microsoft/dotnet-framework-docker, issue 1265: such a tag stopped running on Windows Server 2022 one day. */
final class ImageTagFloats extends PodRule {
    ImageTagFloats() {
        super("image-tag-floating", "The tag of a Windows base image names the build that it is made for.",
                Severity.WARNING);
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.images().filter(image -> image.isMicrosoftWindows() && image.build().isEmpty())
                .filter(image -> !image.reference().contains("@"))
                .map(image -> new Flaw(image.node(), image.reference() + " is made for whatever build is newest",
                        "Write a tag that names one, for example ltsc2022."));
    }
}
