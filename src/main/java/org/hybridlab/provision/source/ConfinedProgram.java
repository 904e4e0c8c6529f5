package org.hybridlab.provision.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;

import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.LabFolder;

/**
 * Runs a program of the bundle on a copy of some of a lab's files. It gets no other files, none of hybridlab's
 * environment and no other program. Its time and memory are limited.
 */
public record ConfinedProgram(Path program, Processes processes) {
    /** In KiB; and seconds of the processor. Go reserves more addresses than it uses, so only data counts. */
    private static final String LIMITED = "ulimit -d 1048576 && ulimit -t 60 && exec \"$0\" \"$@\"";

    /**
     * @param files of the lab's folder, by absolute path
     * @param environment as {@code NAME=value}
     * @param arguments for the copy of the lab's folder
     */
    public Result run(LabFolder folder, SortedMap<Path, byte[]> files, List<String> environment,
               Function<Path, List<String>> arguments, Duration within, Cancellation cancellation) {
        Path own = copy(folder, files);
        try {
            List<String> words = new ArrayList<>(List.of("env", "-i", "PATH=/nonexistent", "HOME=" + own));
            words.addAll(environment);
            words.addAll(List.of("/bin/sh", "-c", LIMITED, program.toString()));
            words.addAll(arguments.apply(own.resolve("lab")));
            return processes.verbatim().run(Command.of(words).in(own).timeout(within), cancellation);
        } finally {
            CacheFolder.delete(own);
        }
    }

    /** What a failed program said, with the paths of the lab. */
    public static String said(Result result) {
        String own = result.command().directory().orElseThrow().resolve("lab") + "/";
        String said = String.join(" ", result.stderr().lines().filter(line -> !line.startsWith("#") && !line.isBlank())
                .toList()).replace(own, "");
        return said.isEmpty() ? "was ended by a signal or a limit" : "says " + said;
    }

    private static Path copy(LabFolder folder, SortedMap<Path, byte[]> files) {
        try {
            Path own = Files.createTempDirectory("hybridlab-");
            for (Map.Entry<Path, byte[]> file : files.entrySet()) {
                Path to = own.resolve("lab").resolve(folder.path().relativize(file.getKey()));
                Files.createDirectories(to.getParent());
                Files.write(to, file.getValue());
            }
            return own;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
