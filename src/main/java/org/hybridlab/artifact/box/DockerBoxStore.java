package org.hybridlab.artifact.box;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.ProviderName;

/** Boxes for docker are images. Vagrant needs no box for them. */
final class DockerBoxStore implements BoxStore {
    private static final String LABEL = "org.hybridlab.box";
    /** Names of {@link Boxes} end with the recipe's key. Derived images of others inherit the label. */
    private static final Pattern OWN = Pattern.compile("hybridlab/(linux|stock):[^/]+-[0-9a-f]{12}");

    private final Processes processes;

    DockerBoxStore(Processes processes) {
        this.processes = processes;
    }

    @Override
    public ProviderName provider() {
        return ProviderName.DOCKER;
    }

    @Override
    public String name(String kind, String version) {
        return "hybridlab/" + kind + ":" + version;
    }

    @Override
    public List<String> packageLists() {
        return List.of();
    }

    @Override
    public List<BuiltBox> list(Cancellation cancellation) {
        String lines = docker(cancellation, "images", "--filter", "label=" + LABEL,
                "--format", "{{.Repository}}:{{.Tag}}").stdout();
        return lines.lines().filter(OWN.asMatchPredicate()).map(name -> inspect(name, cancellation)).toList();
    }

    private BuiltBox inspect(String name, Cancellation cancellation) {
        String[] words = docker(cancellation, "image", "inspect", "--format",
                "{{.Size}} {{index .Config.Labels \"" + LABEL + "\"}}", name).stdout().strip().split(" ");
        return new BuiltBox(provider(), name, words[1], false, Long.parseLong(words[0]) >> 20,
                Optional.empty());
    }

    @Override
    public boolean has(String name, Cancellation cancellation) {
        // docker inspect fails alike for a missing image and a missing daemon.
        return !docker(cancellation, "images", "--quiet", name).stdout().isBlank();
    }

    @Override
    public Duration usual() {
        return Duration.ofSeconds(45);
    }

    @Override
    public void build(String name, BoxBuilder builder, Map<String, Object> model, Fetching fetching) {
        model.put("name", name);
        builder.run("docker.sh.ftl", model, fetching);
    }

    @Override
    public void remove(String name, Cancellation cancellation) {
        Result result = processes.run(Command.of("docker", "image", "rm", name), cancellation);
        if (!result.ok()) {
            throw LabException.hostNotReady("box-in-use", "The box %s could not be removed: %s"
                    .formatted(name, result.stderr().strip()), "Destroy the labs that stand on it first.");
        }
    }

    private Result docker(Cancellation cancellation, String... words) {
        return processes.run(Command.of("docker").with(words), cancellation).orHostFails("provider-not-answering",
                "docker " + words[0] + " failed.",
                "Run `hybridlab doctor --provider docker`: it says whether docker runs and whether you may use it.");
    }
}
