package org.hybridlab.artifact.image;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import tools.jackson.databind.json.JsonMapper;

/**
 * The registry client of go-containerregistry, from the bundle. It retries temporary failures three times. Logins are
 * passed by stdin, never in files or arguments.
 */
public final class Crane {
    /** Short: its three tries take up to 30 s each to connect. */
    private static final Duration ANSWER = Duration.ofMinutes(1);
    private static final String DOCKER_HUB = "https://index.docker.io/v1/";

    private final Path program;
    private final Map<String, String> environment;
    private final Function<Origin, Optional<String>> logins;
    private final Processes processes;

    /** @param logins {@code user:password} in base 64, read on use; empty: anonymous */
    public Crane(Path program, Map<String, String> environment, Function<Origin, Optional<String>> logins,
                 Processes processes) {
        this.program = program;
        this.environment = environment;
        this.logins = logins;
        this.processes = processes;
    }

    /**
     * Reads an image's manifest as JSON.
     *
     * @param home an empty folder, so that the user's own logins are not used
     * @throws org.hybridlab.common.error.LabException {@code timed-out}, {@code interrupted}
     */
    Result manifest(Origin origin, ImageName name, Path home, Fetching fetching) {
        return run(origin, home, fetching, ANSWER, "manifest", name.in(origin.host()).toString());
    }

    /**
     * Pulls into a new folder. Every byte is checked by its digest.
     *
     * @throws org.hybridlab.common.error.LabException {@code timed-out}, {@code interrupted}
     */
    Result pull(Origin origin, ImageName name, Variant variant, Path folder, Duration within, Fetching fetching) {
        ImageName there = name.in(origin.host());
        String reference = variant.digest().map(digest -> there.registry() + "/" + there.repository() + "@" + digest)
                .orElse(there.toString());
        return run(origin, folder.getParent(), fetching, within, "pull", "--format", "oci", reference,
                folder.toString());
    }

    static String reason(Result failed) {
        String[] lines = failed.stderr().strip().split("\n");
        return lines[lines.length - 1];
    }

    private Result run(Origin origin, Path home, Fetching fetching, Duration within, String... words) {
        List<String> all = new ArrayList<>(List.of(program.toString()));
        all.addAll(List.of(words));
        if (origin.plainHttp()) {
            all.add("--insecure");
        }
        // It reads HOME, then DOCKER_CONFIG, then podman's file (pkg/authn/keychain.go).
        Command command = Command.of(all).env("HOME", home.toString()).env("DOCKER_CONFIG", "")
                .env("REGISTRY_AUTH_FILE", "/dev/stdin").stdin(settings(origin)).timeout(within);
        for (Map.Entry<String, String> one : environment.entrySet()) {
            command = command.env(one.getKey(), one.getValue());
        }
        return processes.run(command, fetching.cancellation());
    }

    private String settings(Origin origin) {
        String host = origin.host().equals("docker.io") ? DOCKER_HUB : origin.host();
        Map<String, Object> auths = logins.apply(origin).<Map<String, Object>>map(login ->
                Map.of(host, Map.of("auth", login))).orElse(Map.of());
        return JsonMapper.shared().writeValueAsString(Map.of("auths", auths));
    }
}
