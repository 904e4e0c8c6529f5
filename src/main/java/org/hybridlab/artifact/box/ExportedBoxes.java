package org.hybridlab.artifact.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Box files of a folder, listed in its {@code boxes.json} for other hosts. */
public record ExportedBoxes(List<ExportedBox> boxes) {
    public static final String FILE = "boxes.json";
    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public ExportedBoxes {
        boxes = List.copyOf(boxes);
    }

    /**
     * @param version in Vagrant; {@code 0} for a box from a file
     * @param provider in Vagrant's words
     * @param file name in the folder
     */
    public record ExportedBox(String name, String version, String provider, String file, String sha256) {
        public ExportedBox {
            // From other hosts, and used in paths, URLs and Vagrant's arguments.
            require(name, "[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?");
            require(version, "[0-9][0-9A-Za-z._-]*");
            require(provider, "[a-z0-9_-]+");
            require(file, "[A-Za-z0-9][A-Za-z0-9._-]*");
            require(sha256, "[0-9a-f]{64}");
        }

        private static void require(String value, String form) {
            if (value == null || value.length() > 200 || !value.matches(form)) {
                throw new IllegalArgumentException("'%s' is not what belongs there".formatted(value));
            }
        }

        private boolean sameAs(ExportedBox other) {
            return name.equals(other.name) && version.equals(other.version) && provider.equals(other.provider);
        }

        /** A Vagrant catalogue of this box: Vagrant checks the sum, and keeps name and version. */
        String catalogue(String url) {
            Map<String, Object> place = new LinkedHashMap<>();
            place.put("name", provider);
            place.put("url", url);
            place.put("checksum_type", "sha256");
            place.put("checksum", sha256);
            return JSON.writeValueAsString(Map.of("name", name, "versions",
                    List.of(Map.of("version", version, "providers", List.of(place)))));
        }

        /** @return the catalogue's file, in a new folder */
        public Path writeCatalogue(Path folder, String url) throws IOException {
            return Files.writeString(Files.createDirectories(folder).resolve("%s-%s-%s.json".formatted(
                    name.replace('/', '-'), version, provider)), catalogue(url));
        }

        @Override
        public String toString() {
            return "%s %s for %s".formatted(name, version, provider);
        }
    }

    /**
     * Adds a file to the folder's list.
     *
     * @throws LabException {@code box-file-not-written}
     */
    public static void note(Path folder, ExportedBox box) {
        Path file = folder.resolve(FILE);
        try {
            ExportedBoxes before = Files.exists(file) ? parse(Files.readString(file)) : new ExportedBoxes(List.of());
            Path next = Files.writeString(folder.resolve(".boxes-%d.json".formatted(ProcessHandle.current().pid())),
                    before.with(box).json());
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | IllegalArgumentException e) {
            throw LabException.hostNotReady("box-file-not-written", "%s cannot be written: %s".formatted(file,
                    e.getMessage()), "Give another --to, or move that file away.").causedBy(e);
        }
    }

    /** @throws IllegalArgumentException with a sentence for the user if the text is no such file */
    public static ExportedBoxes parse(String json) {
        try {
            return new ExportedBoxes(List.of(JSON.readValue(json, ExportedBox[].class)));
        } catch (JacksonException | NullPointerException e) {
            throw new IllegalArgumentException("it is not a list of boxes: " + e.getMessage().lines().findFirst()
                    .orElse(""), e);
        }
    }

    public String json() {
        return JSON.writeValueAsString(boxes) + "\n";
    }

    /** Replaces a box of the same name, version and provider. */
    public ExportedBoxes with(ExportedBox box) {
        List<ExportedBox> all = new ArrayList<>(boxes);
        all.removeIf(box::sameAs);
        all.add(box);
        return new ExportedBoxes(all);
    }

    /** The last match, which is the newest for any version. */
    public Optional<ExportedBox> of(BoxChoice wanted, ProviderName provider) {
        return boxes.stream().filter(box -> box.name().equals(wanted.name())
                && box.provider().equals(provider.id())
                && wanted.version().map(box.version()::equals).orElse(true)).reduce((first, later) -> later);
    }

    @Override
    public String toString() {
        return boxes.isEmpty() ? "none"
                : boxes.stream().map(ExportedBox::toString).collect(Collectors.joining(", "));
    }
}
