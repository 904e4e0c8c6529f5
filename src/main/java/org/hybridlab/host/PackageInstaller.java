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

/** Installs packages as root on Debian and Ubuntu. Elsewhere it only knows the command. */
public final class PackageInstaller {
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final PackageManager manager;
    private final Elevation elevation;
    private final Processes processes;
    private final Cancellation cancellation;
    private final Path log;

    /** @param log gets the package manager's output */
    public PackageInstaller(PackageManager manager, Elevation elevation, Processes processes,
                            Cancellation cancellation, Path log) {
        this.manager = manager;
        this.elevation = elevation;
        this.processes = processes;
        this.cancellation = cancellation;
        this.log = log;
    }

    /**
     * Installs available packages.
     *
     * @return the missing ones of {@link Software#OF_PEOPLE}
     * @throws org.hybridlab.common.error.LabException {@code packages-not-installed} with apt's last lines
     */
    List<String> install(List<String> names, Setup.Listener listener) {
        listener.begins("Installing " + String.join(" ", known(names)) + " (log: " + log + ")");
        try (PrintWriter file = open()) {
            Consumer<String> lines = line -> {
                file.println(line);
                listener.line(line);
            };
            // An old list may be good enough. Otherwise apt-get install fails.
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

    /** Without {@link Software#OF_NEWER_RELEASES} that this release lacks. */
    List<String> known(List<String> names) {
        List<String> unknown = unknown(names, Software.OF_NEWER_RELEASES);
        return names.stream().filter(name -> !unknown.contains(name)).toList();
    }

    /** Unavailable packages of the kind. apt installs nothing if it does not know one name. */
    private List<String> unknown(List<String> names, Set<String> kind) {
        List<String> asked = names.stream().filter(kind::contains).toList();
        return asked.isEmpty() || !hasLists() ? List.of() : asked.stream().filter(name -> !hasCandidate(name)).toList();
    }

    /**
     * Whether apt has package lists. Without them, only installed packages have candidates. A failed {@code apt-get
     * update} does not tell, since one source is enough to fail it.
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

    String byHand(List<String> names) {
        boolean withSudo = manager != PackageManager.BREW && manager != PackageManager.WINGET && !elevation.root();
        return (withSudo ? "sudo " : "") + manager.install(known(names)).pasteable();
    }

    /** sudo drops the environment, so it is set by {@code env}. Output is parsed, so it must be English. */
    private Command quietly(Command command) {
        return elevation.asRoot(Command.of("env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C")
                .with(command.words().toArray(String[]::new)).timeout(PATIENCE));
    }
}
