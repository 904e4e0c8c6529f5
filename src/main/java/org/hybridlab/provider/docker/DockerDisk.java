package org.hybridlab.provider.docker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Kind;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.ProviderTool;

/** A container's own layer above its image, and its volumes. */
record DockerDisk(ProviderTool docker, LabId lab, DockerProvider provider,
                  Map<String, CompletableFuture<Optional<DiskListing>>> boxes) implements MachineDisk {
    private static final Duration LISTING = Duration.ofMinutes(1);

    DockerDisk(ProviderTool docker, LabId lab, DockerProvider provider) {
        this(docker, lab, provider, new ConcurrentHashMap<>());
    }

    /** A machine that cannot list its own files is compared by docker, which takes longer. */
    @Override
    public List<DiskChange> changes(String machine, Cancellation cancellation) {
        String id = id(machine, cancellation);
        CompletableFuture<Optional<DiskListing>> box = boxes.computeIfAbsent(image(id, cancellation), image ->
                CompletableFuture.supplyAsync(() -> listing(cancellation, "run", "--rm", "--network=none", "--label",
                        DockerProvider.READER_LABEL + "=" + lab, "--workdir=/", "--entrypoint=sh", image, "-c",
                        DiskListing.LIST)));
        Optional<DiskListing> now = listing(cancellation, "exec", id, "unshare", "--mount", "sh", "-c",
                DiskListing.LIST_BELOW_MOUNTS);
        return now.flatMap(disk -> Parallel.join(box).map(disk::since)).orElseGet(() -> compared(id, cancellation));
    }

    private Optional<DiskListing> listing(Cancellation cancellation, String... words) {
        try {
            return DiskListing.parse(docker.feed(Optional.empty(), LISTING, cancellation, words));
        } catch (LabException e) {
            if (e.exitCode() == ExitCode.INTERRUPTED) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private List<DiskChange> compared(String id, Cancellation cancellation) {
        return docker.ask(cancellation, "diff", id).lines().filter(line -> line.length() > 2)
                .map(line -> new DiskChange(kind(line.charAt(0)), line.substring(2))).toList();
    }

    private static Kind kind(char letter) {
        return switch (letter) {
            case 'A' -> Kind.ADDED;
            case 'D' -> Kind.DELETED;
            default -> Kind.CHANGED;
        };
    }

    @Override
    public void read(String machine, String path, Path archive, Cancellation cancellation) {
        docker.save(archive, cancellation, "cp", id(machine, cancellation) + ":" + path, "-");
    }

    @Override
    public void readFromBox(String machine, String path, Path archive, Cancellation cancellation) {
        String image = image(id(machine, cancellation), cancellation);
        // A container that never runs: docker reads files of containers only.
        String reader = docker.ask(cancellation, "create", "--network=none", "--label",
                DockerProvider.READER_LABEL + "=" + lab, image).strip();
        try {
            docker.save(archive, cancellation, "cp", reader + ":" + path, "-");
        } finally {
            docker.ask(new Cancellation(), "rm", "--force", "--volumes", reader);
        }
    }

    @Override
    public String run(String machine, String script, List<String> arguments, Optional<Path> stdin, Duration within,
                      Cancellation cancellation) {
        List<String> words = new ArrayList<>(List.of("exec"));
        if (stdin.isPresent()) {
            words.add("--interactive");
        }
        words.addAll(List.of(id(machine, cancellation), "sh", "-c", script, "sh"));
        words.addAll(arguments);
        return docker.feed(stdin, within, cancellation, words.toArray(String[]::new));
    }

    @Override
    public void cutPower(String machine, Cancellation cancellation) {
        docker.ask(cancellation, "stop", "-t", "0", id(machine, cancellation));
    }

    private String image(String id, Cancellation cancellation) {
        return docker.ask(cancellation, "inspect", "--format", "{{.Image}}", id).strip();
    }

    private String id(String machine, Cancellation cancellation) {
        return Optional.ofNullable(provider.states(lab, cancellation).get(machine)).flatMap(MachineState::identity)
                .orElseThrow(() -> LabException.labFailed("machine-not-there", machine + " is not there.",
                        "Run `hybridlab up`: it makes the machine."));
    }
}
