package org.hybridlab.artifact.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

import org.hybridlab.common.error.LabException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Estimated download sizes of images: {@code data/bundle/windows-images.yaml}.
 *
 * @param megabytes by name, or by prefix before a slash
 */
public record KnownSizes(Map<String, Integer> megabytes) {
    public KnownSizes {
        megabytes = Map.copyOf(megabytes);
    }

    /** @throws LabException {@code bundle-manifest-unreadable} */
    public static KnownSizes installed(Path home) {
        Path file = home.resolve("data/bundle/windows-images.yaml");
        try {
            Map<String, Integer> sizes = new TreeMap<>();
            Map<?, ?> loaded = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
            loaded.forEach((name, size) -> sizes.put(name.toString(), (Integer) size));
            return new KnownSizes(sizes);
        } catch (IOException | YAMLException | ClassCastException e) {
            throw LabException.hostNotReady("bundle-manifest-unreadable",
                    "%s cannot be read: %s".formatted(file, e.getMessage()),
                    "Install hybridlab again, or fix the file.").causedBy(e);
        }
    }

    /** In 10^6 bytes; empty if unknown. */
    public OptionalInt of(ImageName image) {
        String name = image.registry() + "/" + image.repository();
        return megabytes.keySet().stream().filter(known -> (name + "/").startsWith(known + "/"))
                .max(Comparator.comparingInt(String::length)).map(megabytes::get).map(OptionalInt::of)
                .orElse(OptionalInt.empty());
    }
}
