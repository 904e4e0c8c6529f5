package org.hybridlab.provider.docker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Kind;
import org.hybridlab.provider.api.DiskChanges;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.ProviderTool;

final class DockerDisk implements MachineDisk {
    private static final Duration LISTING = Duration.ofMinutes(1);
    /** For gigabytes on a slow disk. */
    private static final Duration READING = Duration.ofMinutes(10);
    /** Prints the paths that are no folders. */
    private static final String FILES =
            "for path; do [ -d \"$path\" ] && [ ! -L \"$path\" ] || printf '%s\\n' \"$path\"; done";

    /** A container was removed. */
    private static final Pattern GONE = Pattern.compile("(?i)no such (container|object)(?!:path)");
    /** A path is missing in an existing container. Older clients have other messages. */
    private static final Pattern NO_PATH = Pattern.compile("Could not find the file|No such container:path");
    private static final Pattern DIFFERENCE = Pattern.compile("[ACD] /.*");

    private final ProviderTool docker;
    private final LabId lab;
    private final DockerProvider provider;
    private final BoxFiles boxFiles;
    private final Map<String, CompletableFuture<Optional<DiskListing>>> boxes = new ConcurrentHashMap<>();
    private Map<String, MachineState> containers = new HashMap<>();

    DockerDisk(ProviderTool docker, LabId lab, DockerProvider provider, BoxFiles boxFiles) {
        this.docker = docker;
        this.lab = lab;
        this.provider = provider;
        this.boxFiles = boxFiles;
    }

    /** Uses docker's slower comparison if a machine cannot list its files. */
    @Override
    public DiskChanges changes(String machine, Cancellation cancellation) {
        return inContainer(machine, cancellation, id -> changed(id, cancellation));
    }

    private DiskChanges changed(String id, Cancellation cancellation) {
        CompletableFuture<Optional<DiskListing>> box = boxes.computeIfAbsent(image(id, cancellation), image ->
                CompletableFuture.supplyAsync(() -> box(image, cancellation)));
        Optional<DiskListing> now = listing(cancellation, "exec", id, "unshare", "--mount", "sh", "-c",
                DiskListing.LIST_BELOW_MOUNTS).flatMap(DiskListing::parse);
        return now.flatMap(disk -> Parallel.join(box).map(disk::since)).map(all -> new DiskChanges(all, true))
                .orElseGet(() -> new DiskChanges(compared(id, cancellation), false));
    }

    private Optional<DiskListing> box(String image, Cancellation cancellation) {
        return boxFiles.of(image).or(() -> {
            Optional<String> said = listing(cancellation, inBox(image, "sh", "-c", DiskListing.LIST));
            Optional<DiskListing> listing = said.flatMap(DiskListing::parse);
            listing.ifPresent(whole -> boxFiles.keep(image, said.get()));
            return listing;
        });
    }

    /** Runs only this program in a container of the image, without docker's log. */
    private String[] inBox(String image, String program, String... arguments) {
        List<String> words = new ArrayList<>(List.of("run", "--rm", "--network=none", "--log-driver=none",
                "--label", DockerProvider.READER_LABEL + "=" + lab, "--workdir=/", "--entrypoint=" + program, image));
        words.addAll(List.of(arguments));
        return words.toArray(String[]::new);
    }

    private Optional<String> listing(Cancellation cancellation, String... words) {
        try {
            return Optional.of(docker.feed(List.of(), LISTING, cancellation, words));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** The machine tells which changed paths are folders. Docker does not report their modes and owners. */
    private List<DiskChange> compared(String id, Cancellation cancellation) {
        List<DiskChange> changes = docker.ask(cancellation, "diff", id).lines().map(DockerDisk::difference).toList();
        List<String> words = new ArrayList<>(List.of("exec", id, "sh", "-c", FILES, "sh"));
        changes.stream().filter(change -> change.kind() == Kind.CHANGED).map(DiskChange::path).forEach(words::add);
        Set<String> files = docker.ask(cancellation, words.toArray(String[]::new)).lines()
                .collect(Collectors.toSet());
        return changes.stream().filter(change -> change.kind() != Kind.CHANGED || files.contains(change.path()))
                .toList();
    }

    /** Docker splits names with line breaks. */
    private static DiskChange difference(String line) {
        if (!DIFFERENCE.matcher(line).matches() || line.indexOf('\uFFFD') >= 0) {
            throw LabException.invalid("snapshot-not-possible", "A file has a name that docker cannot tell: it has "
                    + "'%s' in it.".formatted(line), "Give the file another name, or delete it.");
        }
        return new DiskChange(kind(line.charAt(0)), line.substring(2));
    }

    private static Kind kind(char letter) {
        return switch (letter) {
            case 'A' -> Kind.ADDED;
            case 'D' -> Kind.DELETED;
            default -> Kind.CHANGED;
        };
    }

    @Override
    public boolean read(String machine, String path, Path archive, Cancellation cancellation) {
        return inContainer(machine, cancellation, id -> {
            try {
                docker.save(archive, READING, cancellation, "cp", id + ":" + path, "-");
                return true;
            } catch (LabException e) {
                if (e.isInterruption() || !NO_PATH.matcher(e.what()).find()) {
                    throw e;
                }
                return false;
            }
        });
    }

    @Override
    public void readFromBox(String machine, List<String> paths, Path archive, Cancellation cancellation) {
        List<String> arguments = new ArrayList<>(List.of("-c", "--numeric-owner", "--no-unquote", "-C", "/", "-f", "-",
                "--"));
        paths.forEach(path -> arguments.add(path.substring(1)));
        docker.save(archive, READING, cancellation, inBox(imageOf(machine, cancellation), "tar",
                arguments.toArray(String[]::new)));
    }

    @Override
    public String runInBox(String machine, Optional<String> box, String script, Cancellation cancellation) {
        return docker.ask(cancellation, inBox(box.orElseGet(() -> imageOf(machine, cancellation)), "sh", "-c", script));
    }

    @Override
    public String box(String machine, Optional<String> box, Cancellation cancellation) {
        return box.map(name -> docker.ask(cancellation, "image", "inspect", "--format", "{{.Id}}", name).strip())
                .orElseGet(() -> imageOf(machine, cancellation));
    }

    private String imageOf(String machine, Cancellation cancellation) {
        return inContainer(machine, cancellation, id -> image(id, cancellation));
    }

    @Override
    public String run(String machine, String script, List<String> arguments, List<Path> stdin, Duration within,
                      Cancellation cancellation) {
        return inContainer(machine, cancellation, id -> {
            List<String> words = new ArrayList<>(List.of("exec"));
            if (!stdin.isEmpty()) {
                words.add("--interactive");
            }
            words.addAll(List.of(id, "sh", "-c", script, "sh"));
            words.addAll(arguments);
            return docker.feed(stdin, within, cancellation, words.toArray(String[]::new));
        });
    }

    @Override
    public void cutPower(String machine, Cancellation cancellation) {
        inContainer(machine, cancellation, id -> {
            try {
                return docker.ask(cancellation, "kill", id);
            } catch (LabException e) {
                if (e.isInterruption() || isGone(e)) {
                    throw e;
                }
                // docker kill fails for a stopped container, but stop does not.
                return docker.ask(cancellation, "stop", "-t", "0", id);
            }
        });
    }

    private String image(String id, Cancellation cancellation) {
        return docker.ask(cancellation, "inspect", "--format", "{{.Image}}", id).strip();
    }

    /** Caches containers by machine, and looks again if one is gone. */
    private <T> T inContainer(String machine, Cancellation cancellation, Function<String, T> work) {
        String id = id(machine, cancellation);
        try {
            return work.apply(id);
        } catch (LabException e) {
            if (!isGone(e)) {
                throw e;
            }
            forget(id);
            return work.apply(id(machine, cancellation));
        }
    }

    private static boolean isGone(LabException failure) {
        return GONE.matcher(failure.what()).find();
    }

    private synchronized String id(String machine, Cancellation cancellation) {
        if (!containers.containsKey(machine)) {
            containers = new HashMap<>(provider.states(lab, cancellation));
        }
        return Optional.ofNullable(containers.get(machine)).flatMap(MachineState::identity)
                .orElseThrow(() -> LabException.labFailed("machine-not-there", machine + " is not there.",
                        "Run `hybridlab up LAB`: it makes the machine."));
    }

    private synchronized void forget(String id) {
        containers.values().removeIf(one -> one.identity().filter(id::equals).isPresent());
    }
}
