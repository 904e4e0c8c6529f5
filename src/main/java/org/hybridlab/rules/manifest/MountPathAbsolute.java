package org.hybridlab.rules.manifest;

import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** A path of the other system, or of none, ends up where nobody looks. */
final class MountPathAbsolute extends PodRule {
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:.*", Pattern.DOTALL);
    private static final Pattern WINDOWS = Pattern.compile("[A-Za-z]:[\\\\/].*|[\\\\/].*", Pattern.DOTALL);

    MountPathAbsolute() {
        super("mount-path", "A path of a mount is absolute, and has a drive on Windows only.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return Mounts.paths(pod).filter(Mounts::readable).flatMap(path -> path.text().stream()
                .filter(text -> pod.isWindows() ? !WINDOWS.matcher(text).matches() : DRIVE.matcher(text).matches())
                .map(text -> new Flaw(path, "'%s' is no path of a mount on %s".formatted(text,
                        pod.isWindows() ? "Windows" : "Linux"), pod.isWindows()
                        ? "Begin with a drive and a slash, for example C:/data." : "Begin with a slash.")));
    }
}
