package org.hybridlab.common.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether this process may have its own file system, while others share its providers: a missing path may exist for
 * them. Unreadable signs count.
 */
public final class ContainerSigns {
    private static final Pattern CGROUP = Pattern.compile("docker|kubepods|libpod|lxc|containerd|crio|machine\\.slice");
    /** The root's mount, of an overlay type or from outside. */
    private static final Pattern LAID_OVER =
            Pattern.compile("\\S+ \\S+ \\S+ \\S+ / .* - (overlay|aufs|fuse\\S*|9p|virtiofs|vfs) .*");
    private static final Pattern ROOT = Pattern.compile("\\S+ \\S+ \\S+ \\S+ / .* - .*");
    /** After the patterns, for the order of initialisation. */
    private static final boolean HERE = look(Path.of("/"), System.getenv());

    private ContainerSigns() {
    }

    public static boolean here() {
        return HERE;
    }

    /** @param root of the file system */
    static boolean look(Path root, Map<String, String> environment) {
        if (Stream.of(".dockerenv", "run/.containerenv", "run/systemd/container").map(root::resolve)
                .anyMatch(Files::exists) || Stream.of("container", "KUBERNETES_SERVICE_HOST")
                        .anyMatch(environment::containsKey)) {
            return true;
        }
        Path proc = root.resolve("proc");
        if (!Files.isDirectory(proc)) {
            // macOS and Windows have no such containers.
            return false;
        }
        Optional<String> mounts = read(proc.resolve("self/mountinfo"));
        return mounts.stream().flatMap(String::lines).noneMatch(line -> ROOT.matcher(line).matches())
                || mounts.stream().flatMap(String::lines).anyMatch(line -> LAID_OVER.matcher(line).matches())
                || read(proc.resolve("1/cgroup")).filter(text -> !CGROUP.matcher(text).find()).isEmpty()
                // Only root can read it.
                || read(proc.resolve("1/environ")).filter(text -> ("\0" + text).contains("\0container=")).isPresent()
                // WSL's distributions have separate file systems, and may share Docker Desktop.
                || read(proc.resolve("sys/kernel/osrelease")).filter(text -> text.contains("microsoft")).isPresent();
    }

    private static Optional<String> read(Path file) {
        try {
            // By lines, as /proc answers readString only once in some places.
            return Files.isReadable(file) ? Optional.of(String.join("\n", Files.readAllLines(file,
                    StandardCharsets.ISO_8859_1))) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
