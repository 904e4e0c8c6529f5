package org.hybridlab.artifact.image;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/** Images of docker, podman and nerdctl on this host. The first one that has an image gives it. */
public record HostImages(Processes processes, Cancellation cancellation) {
    private static final List<String> PROGRAMS = List.of("docker", "podman", "nerdctl");
    private static final Duration WITHIN = Duration.ofMinutes(20);
    private static final Duration QUICK = Duration.ofSeconds(3);
    private static final Pattern ABSENT = Pattern.compile("(?is).*(no such (image|object)|image not known).*");
    private static final Pattern NO_PLATFORM = Pattern.compile("(?is).*(platform|not found).*");
    /** Docker's API 1.48 is the first that saves one platform of several. */
    private static final int SAVES_PLATFORM = 48;

    /** The program that has the image; empty if none has it, or none says so at once. */
    public Optional<String> holder(String image) {
        return PROGRAMS.stream().filter(program -> LabException.known(() -> run(inspect(program, image).timeout(QUICK)))
                .filter(Result::ok).isPresent()).findFirst();
    }

    private static Command inspect(String program, String image) {
        return Command.of(program, "image", "inspect", "--format", "{{.Id}}", image);
    }

    /**
     * Writes an archive of {@code docker save}.
     *
     * @param image as the user calls it
     * @throws LabException {@code image-not-found}, {@code image-platform-absent} (exit 2), {@code
     * image-program-missing}, {@code image-program-silent} or {@code image-not-saved} (exit 3)
     */
    void save(String image, String arch, Path archive) {
        List<String> without = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (String program : PROGRAMS) {
            try {
                Result seen = run(inspect(program, image));
                if (seen.ok()) {
                    save(program, image, arch, archive);
                    return;
                }
                (ABSENT.matcher(seen.stderr()).matches() ? without : silent).add(program + ": "
                        + seen.stderr().strip());
            } catch (LabException e) {
                if (!e.id().equals("program-missing")) {
                    throw e;
                }
            }
        }
        throw notFound(image, without, silent);
    }

    private static LabException notFound(String image, List<String> without, List<String> silent) {
        if (!silent.isEmpty()) {
            return LabException.hostNotReady("image-program-silent", "Whether this host has the image %s is not known."
                    .formatted(image), "Look whether that program's service runs, and who may use it.")
                    .because(String.join("\n", silent));
        }
        if (without.isEmpty()) {
            return LabException.hostNotReady("image-program-missing", "This host has no docker, podman or nerdctl to "
                    + "get %s from.".formatted(image), "Install one, or give an archive, such as ./app.tar.");
        }
        return LabException.invalid("image-not-found", "This host has no image %s.".formatted(image), "Build or pull "
                + "it first. A file or folder with an image begins with ./ or /, or ends with .tar.")
                .because(String.join("\n", without));
    }

    /** @param title of an image or archive */
    static LabException withoutName(String title) {
        return LabException.invalid("image-without-name", "%s has an image without a name and tag.".formatted(title),
                "Pods need one: `docker tag ID app:1`, then load app:1, or save it by that name.");
    }

    private void save(String program, String image, String arch, Path archive) {
        List<String> words = new ArrayList<>(List.of(program, "save"));
        if (program.equals("nerdctl") || program.equals("docker") && savesPlatform()) {
            words.addAll(List.of("--platform", "linux/" + arch));
        }
        words.addAll(List.of("--output", archive.toString(), image));
        Result saved = run(Command.of(words).timeout(WITHIN));
        if (!saved.ok() && words.contains("--platform") && NO_PLATFORM.matcher(saved.stderr()).matches()) {
            throw LabException.invalid("image-platform-absent", "%s of %s has nothing for linux/%s.".formatted(image,
                    program, arch), "Build or pull it for the machines: `%s pull --platform linux/%s %s`."
                    .formatted(program, arch, image)).because(saved.stderr().strip());
        }
        saved.orHostFails("image-not-saved", "%s did not save %s.".formatted(program, image),
                "Try it by hand: %s save --output app.tar %s".formatted(program, image));
    }

    /** Docker's containerd store has several platforms of an image, or an index that names absent ones. */
    private boolean savesPlatform() {
        String[] api = run(Command.of("docker", "version", "--format", "{{.Client.APIVersion}}")).stdout().strip()
                .split("\\.");
        return api.length == 2 && api[0].equals("1") && api[1].matches("\\d{1,4}")
                && Integer.parseInt(api[1]) >= SAVES_PLATFORM;
    }

    private Result run(Command command) {
        return processes.run(command, cancellation);
    }
}
