package org.hybridlab.provision;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Os;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.windows.WindowsLabs;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/** The bundles of hybridlab, and of branches that it renders for and has no bundle of: {@code src/test/older}. */
public final class OlderBundles {
    private static final Path OURS = Path.of("data/bundle");
    private static final Path OLDER = Path.of("src/test/older");

    private OlderBundles() {
    }

    /**
     * The Windows programs of a lab's Kubernetes. Those of an older branch are built in five minutes if they are not in
     * the user's cache; without the newest's, which {@code ./test} gets before, the test is skipped.
     */
    public static Bundle windows(Lab lab) {
        if (lab.kubernetes().branch().equals(KubernetesBranch.newest().name())) {
            Optional<Bundle> programs = WindowsLabs.bundle(lab, Os.WINDOWS);
            assumeThat(programs).as("programs of Windows on this host: ./hybridlab bundle get --group windows")
                    .isPresent();
            return programs.get();
        }
        Path cache = UserFolders.of(System.getenv(), Path.of(System.getProperty("user.home"))).cache();
        return in(cache, System.getenv()).get(lab.kubernetes(), Os.WINDOWS, Arch.ofThisHost(),
                new Fetching(line -> { }, new Cancellation()));
    }

    /** @param cache where bundles lie, or would lie */
    public static Bundles in(Path cache, Map<String, String> environment) {
        return Bundles.of(home(), cache, environment, new LocalProcesses());
    }

    /** An installation, as far as bundles go. Tests run in several processes, and each has its own. */
    private static Path home() {
        Path home = Path.of("target/older", String.valueOf(ProcessHandle.current().pid())).toAbsolutePath();
        return unchecked(() -> {
            Path bundle = home.resolve("data/bundle");
            copy(OURS, bundle);
            copy(OLDER.resolve("go"), bundle.resolve("go"));
            String manifest = Files.readString(OURS.resolve("manifest.yaml"));
            Map<String, List<Map<String, Object>>> ours = new Yaml().load(manifest);
            List<Map<String, Object>> older = new Yaml().load(Files.readString(OLDER.resolve("releases.yaml")));
            Files.writeString(bundle.resolve("manifest.yaml"), manifest.replaceFirst("(?m)^releases:\n", "$0"
                    + older.stream().map(release -> {
                        Map<String, Object> whole = new LinkedHashMap<>(ours.get("releases").get(0));
                        whole.putAll(release);
                        return "  - " + JsonMapper.shared().writeValueAsString(whole) + "\n";
                    }).collect(Collectors.joining())));
            Files.writeString(bundle.resolve("sha256sums"), Files.readString(OURS.resolve("sha256sums"))
                    + Files.readString(OLDER.resolve("sha256sums")));
            return home;
        });
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
