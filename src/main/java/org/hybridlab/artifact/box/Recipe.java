package org.hybridlab.artifact.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.config.model.Arch;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What boxes are made of besides Debian's packages: the scripts and files in {@code templates/box}, and what the
 * bundle's manifest and its sums say of Linux machines. Every box's name ends with its key: a change to that asks for a
 * new box.
 */
final class Recipe {
    private static final int KEY_DIGITS = 12;
    /** The group of the bundle that Linux machines are made of. */
    private static final String LINUX = "linux";

    private final Path home;
    private final Map<Arch, String> keys = new EnumMap<>(Arch.class);

    Recipe(Path home) {
        this.home = home;
    }

    Path home() {
        return home;
    }

    /** Such as {@code amd64-28d68866a18f}: the same for the same files, everywhere. Needs nothing from outside. */
    synchronized String ending(Arch arch) {
        return arch.id() + "-" + keys.computeIfAbsent(arch, this::key);
    }

    private String key(Arch arch) {
        Map<String, Object> manifest = manifest();
        Stream<String> scripts = files(folder()).stream().map(file -> home.relativize(file) + " " + sum(file));
        return Sha256.of(Stream.of(Stream.of(linuxParts(manifest).toString()), scripts,
                linuxSums(arch, components(manifest))).flatMap(lines -> lines).collect(Collectors.joining("\n")))
                .substring(0, KEY_DIGITS);
    }

    private Map<String, Object> manifest() {
        try {
            return new Yaml(new SafeConstructor(new LoaderOptions()))
                    .load(Files.readString(home.resolve("data/bundle/manifest.yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The manifest without what is of Windows machines, of the simulator or of addons. What is not known to
     * be theirs stays: one box too many costs minutes, one too few a wrong machine.
     */
    private static Map<String, Object> linuxParts(Map<String, Object> manifest) {
        Set<String> components = components(manifest);
        mapping(manifest.get("groups")).keySet().retainAll(Set.of(LINUX));
        mapping(manifest.get("components")).keySet().retainAll(components);
        mapping(manifest.get("components")).values().forEach(component -> {
            mapping(component).remove("cost");
            mapping(mapping(component).getOrDefault("files", Map.of())).remove("windows");
        });
        // Machines get the same whatever host the box is built on.
        mapping(mapping(manifest.getOrDefault("toolchain", Map.of())).getOrDefault("sums", new HashMap<>())).keySet()
                .removeIf(host -> !host.startsWith(LINUX));
        ((List<?>) manifest.getOrDefault("releases", List.of())).forEach(release -> mapping(release).keySet().removeIf(
                name -> !name.equals("kubernetes") && !components.contains(name)));
        return manifest;
    }

    private static Set<String> components(Map<String, Object> manifest) {
        return Set.copyOf(((List<?>) mapping(manifest.get("groups")).get(LINUX)).stream().map(Object::toString)
                .toList());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> mapping(Object value) {
        return (Map<String, Object>) value;
    }

    /** Lines such as {@code SUM  containerd/2.3.7-linux-amd64/ctr}. */
    private Stream<String> linuxSums(Arch arch, Set<String> components) {
        return lines(home.resolve("data/bundle/sha256sums")).filter(line -> {
            String path = line.substring(line.lastIndexOf(' ') + 1);
            return !path.contains("/") || path.contains("-linux-" + arch.id() + "/")
                    && components.contains(path.substring(0, path.indexOf('/')));
        });
    }

    /** {@code templates/box}. */
    Path folder() {
        return home.resolve("templates/box");
    }

    /** Every file below the folder, in a fixed order. */
    static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Debian packages named in {@code packages-<list>.txt}, one a line, with comments and for which distribution. */
    List<String> packages(Arch arch, String... lists) {
        return Stream.of(lists).map(list -> folder().resolve("packages-" + list + ".txt")).flatMap(Recipe::lines)
                .map(line -> line.replaceAll("#.*", "").strip().replace("{arch}", arch.id()))
                .filter(line -> !line.isEmpty()).toList();
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sum(Path file) {
        try {
            return Sha256.of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
