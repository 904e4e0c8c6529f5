package org.hybridlab.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Options of a branch's components, as lines: {@code gate NAME DEFAULT [locked]} and {@code version GROUP/VERSION}.
 * {@code OptionsFile MODULE BRANCH METRICS} prints them: of a folder with the module k8s.io/kubernetes, and of a file
 * with the metrics of an API server at its defaults. The server has client-go's gates too, but not which
 * are locked.
 */
public final class OptionsFile {
    private static final String GATES = "test/compatibility_lifecycle/reference/versioned_feature_list.yaml";
    private static final Pattern METRIC = Pattern.compile(
            "(?m)^kubernetes_feature_enabled\\{name=\"(\\w+)\".*} ([01])$");
    /** The controller manager alone knows it, and a gate is given to all components. */
    private static final Set<String> OF_ONE = Set.of("ControllerManagerReleaseLeaderElectionLockOnExit");

    private OptionsFile() {
    }

    public static void main(String[] arguments) throws IOException {
        Path module = Path.of(arguments[0]);
        Set<String> locked = locked(module, minor(arguments[1]));
        System.out.print(Stream.concat(gates(Files.readString(Path.of(arguments[2]))).entrySet().stream()
                        .map(gate -> "gate %s %s%s".formatted(gate.getKey(), gate.getValue(),
                                locked.contains(gate.getKey()) ? " locked" : "")),
                versions(module)).collect(Collectors.joining("\n", "", "\n")));
    }

    /** Defaults by gate, of an API server's metrics. */
    public static Map<String, Boolean> gates(String metrics) {
        Map<String, Boolean> gates = new TreeMap<>();
        Matcher metric = METRIC.matcher(metrics);
        while (metric.find()) {
            gates.put(metric.group(1), metric.group(2).equals("1"));
        }
        gates.keySet().removeAll(OF_ONE);
        return gates;
    }

    private static Set<String> locked(Path module, int minor) throws IOException {
        List<Map<String, Object>> all = new Yaml(new SafeConstructor(new LoaderOptions()))
                .load(Files.readString(module.resolve(GATES)));
        Set<String> locked = new HashSet<>();
        all.forEach(gate -> newest(gate, minor).filter(spec -> Boolean.TRUE.equals(spec.get("lockToDefault")))
                .ifPresent(spec -> locked.add(gate.get("name").toString())));
        return locked;
    }

    @SuppressWarnings("unchecked")
    private static Optional<Map<String, Object>> newest(Map<String, Object> gate, int minor) {
        return ((List<Map<String, Object>>) gate.get("versionedSpecs")).stream()
                .filter(spec -> minor(spec.get("version")) <= minor)
                .max(Comparator.comparingInt(spec -> minor(spec.get("version"))));
    }

    private static int minor(Object version) {
        return Integer.parseInt(version.toString().replaceFirst("^1\\.", ""));
    }

    private static Stream<String> versions(Path module) throws IOException {
        Set<String> versions = new TreeSet<>(Set.of("v1"));
        try (Stream<Path> files = Files.list(module.resolve("api/openapi-spec/v3"))) {
            files.map(file -> file.getFileName().toString().replace("_openapi.json", "").split("__"))
                    .filter(words -> words.length == 3 && words[0].equals("apis"))
                    .forEach(words -> versions.add(words[1] + "/" + words[2]));
        }
        return versions.stream().map("version %s"::formatted);
    }
}
