package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.lab.WindowsBuild;

/** Windows containers share the kernel of their machine, which takes images of certain builds only. */
final class ImageBuild extends PodRule {
    ImageBuild() {
        super("image-build",
                "Every Windows image runs on the build of every Windows machine that its pod may come to.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        List<WindowsBuild> machines = pod.builds(lab);
        return pod.isWindows() ? pod.images().flatMap(image -> image.build()
                .flatMap(build -> refusing(machines, build).map(machine -> flaw(image, build, machine))).stream())
                : Stream.of();
    }

    private static Optional<WindowsBuild> refusing(List<WindowsBuild> machines, WindowsBuild image) {
        return machines.stream().filter(machine -> !machine.runs(image)).findFirst();
    }

    private static Flaw flaw(Image image, WindowsBuild build, WindowsBuild machine) {
        String tags = machine.images().stream().map(one -> one.tags().get(one.tags().size() - 1))
                .collect(Collectors.joining(" or "));
        return new Flaw(image.node(), "%s is made for %s, and does not run on %s".formatted(image.reference(),
                build.title(), machine.title()),
                "Take its image for %s, give the machine that build, or select nodes by %s."
                        .formatted(tags, PodSpec.BUILD_LABEL));
    }
}
