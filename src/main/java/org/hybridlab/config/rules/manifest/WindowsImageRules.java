package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

public final class WindowsImageRules {
    /** Windows containers share their machine's kernel, which runs images of certain builds only. */
    public static final Rule IMAGE_BUILD = ManifestRule.ofPods("image-build",
            "Every Windows image runs on the build of every Windows machine that its pod may come to.",
            WindowsImageRules::imageBuild);

    /** Such a tag stopped running on Windows Server 2022 (microsoft/dotnet-framework-docker, issue 1265). */
    public static final Rule IMAGE_TAG_FLOATING = ManifestRule.ofPods("image-tag-floating",
            "The tag of a Windows base image names the build that it is made for.",
            Severity.WARNING, (pod, lab) ->
                pod.images().filter(image -> image.isMicrosoftWindows() && image.build().isEmpty())
                .filter(image -> !image.reference().contains("@"))
                .map(image -> new Flaw(image.node(), image.reference() + " is made for whatever build is newest",
                        "Write a tag that names one, for example ltsc2022.")));

    public static final Rule IMAGE_OS = ManifestRule.ofPods("image-os",
            "All images of a pod are for the operating system that the pod is for.",
            WindowsImageRules::imageOs);

    private WindowsImageRules() {
    }

    private static Stream<Flaw> imageBuild(PodSpec pod, Lab lab) {
        List<WindowsBuild> machines = pod.builds(lab);
        return pod.isWindows() ? pod.images().flatMap(image -> image.build()
                .flatMap(build -> refusing(machines, build).map(machine -> otherBuild(image, build, machine))).stream())
                : Stream.of();
    }

    private static Optional<WindowsBuild> refusing(List<WindowsBuild> machines, WindowsBuild image) {
        return machines.stream().filter(machine -> !machine.runs(image)).findFirst();
    }

    private static Flaw otherBuild(Image image, WindowsBuild build, WindowsBuild machine) {
        String tags = machine.images().stream().map(one -> one.tags().get(one.tags().size() - 1))
                .collect(Collectors.joining(" or "));
        return new Flaw(image.node(), "%s is made for %s, and does not run on %s".formatted(image.reference(),
                build.title(), machine.title()),
                "Take its image for %s, give the machine that build, or select nodes by %s."
                        .formatted(tags, PodSpec.BUILD_LABEL));
    }

    private static Stream<Flaw> imageOs(PodSpec pod, Lab lab) {
        String os = pod.isWindows() ? "windows" : "linux";
        return pod.images().filter(image -> image.os().filter(other -> !other.equals(os)).isPresent())
                .map(image -> new Flaw(image.node(), "%s is a %s image, and the pod is for %s".formatted(
                        image.reference(), image.os().orElseThrow(), os),
                        "Take another image, or another pod: the containers of one share one system."));
    }
}
