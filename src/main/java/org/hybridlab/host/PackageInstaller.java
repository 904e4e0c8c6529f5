package org.hybridlab.host;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/** Installs packages as root; on Debian and Ubuntu only, elsewhere it only knows the command. */
public final class PackageInstaller {
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final PackageManager manager;
    private final Elevation elevation;
    private final Processes processes;
    private final Cancellation cancellation;
    private final Path log;

    /** @param log gets all that the package manager prints */
    public PackageInstaller(PackageManager manager, Elevation elevation, Processes processes,
                            Cancellation cancellation, Path log) {
        this.manager = manager;
        this.elevation = elevation;
        this.processes = processes;
        this.cancellation = cancellation;
        this.log = log;
    }

    /**
     * Installs what a source of this host has.
     *
     * @return those of {@link Software#OF_PEOPLE} that none has
     * @throws org.hybridlab.common.error.LabException {@code packages-not-installed} with apt's last lines
     */
    List<String> install(List<String> names, Setup.Listener listener) {
        listener.begins("Installing " + String.join(" ", known(names)) + " (log: " + log + ")");
        try (PrintWriter file = open()) {
            Consumer<String> lines = line -> {
                file.println(line);
                listener.line(line);
            };
            // A list that cannot be refreshed may still be good enough; apt-get install says so if not.
            processes.run(quietly(Command.of("apt-get", "-q", "update")), lines, cancellation);
            List<String> absent = unknown(names, Software.OF_PEOPLE.keySet());
            List<String> there = known(names).stream().filter(name -> !absent.contains(name)).toList();
            if (there.isEmpty()) {
                return absent;
            }
            Result result = processes.run(quietly(manager.install(there)), lines, cancellation);
            if ((result.stdout() + result.stderr()).contains("remove is disabled")) {
                result.orHostFails("packages-not-installed", "apt-get installed nothing, as it would remove other "
                        + "packages.", "If you need none of them, run it without --no-remove: "
                        + byHand(there).replace(" -y --no-remove", ""));
            }
            result.orHostFails("packages-not-installed", "apt-get could not install the packages.",
                    "Run it by hand to see more: " + byHand(there));
            return absent;
        }
    }

    /** Without those of {@link Software#OF_NEWER_RELEASES} that this release does not have. */
    List<String> known(List<String> names) {
        List<String> unknown = unknown(names, Software.OF_NEWER_RELEASES);
        return names.stream().filter(name -> !unknown.contains(name)).toList();
    }

    /** Those of the kind that no source has; one name that apt does not know, and it installs nothing. */
    private List<String> unknown(List<String> names, Set<String> kind) {
        List<String> asked = names.stream().filter(kind::contains).toList();
        return asked.isEmpty() || !hasLists() ? List.of() : asked.stream().filter(name -> !hasCandidate(name)).toList();
    }

    /**
     * Whether apt has read the distribution's archive, where dpkg is: without it, no package that is not installed has
     * a candidate. That {@code apt-get update} failed does not tell: one source of others that does not answer is
     * enough.
     */
    private boolean hasLists() {
        return policy("dpkg").anyMatch(line -> line.endsWith(" Packages"));
    }

    private boolean hasCandidate(String name) {
        return policy(name).anyMatch(line -> line.startsWith("Candidate: ") && !line.endsWith("(none)"));
    }

    private Stream<String> policy(String name) {
        return processes.run(Command.of("env", "LC_ALL=C", "apt-cache", "policy", name).timeout(PATIENCE), cancellation)
                .stdout().lines().map(String::strip);
    }

    private PrintWriter open() {
        try {
            Files.createDirectories(log.getParent());
            return new PrintWriter(Files.newBufferedWriter(log), true);
        } catch (IOException e) {
            throw StateFile.notWritable(log, e);
        }
    }

    /** The command for people who would rather do it themselves. */
    String byHand(List<String> names) {
        boolean withSudo = manager != PackageManager.BREW && manager != PackageManager.WINGET && !elevation.root();
        return (withSudo ? "sudo " : "") + manager.install(known(names)).pasteable();
    }

    /** {@code env} and not the environment of sudo, which drops it. Complaints are read, so they are in English. */
    private Command quietly(Command command) {
        return elevation.asRoot(Command.of("env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C")
                .with(command.words().toArray(String[]::new)).timeout(PATIENCE));
    }
}
