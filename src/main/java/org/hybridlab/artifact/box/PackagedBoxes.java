package org.hybridlab.artifact.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.ProviderName;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Boxes of prepared machines, made by {@code box package}. They lie where Vagrant keeps all boxes; nothing else knows
 * them.
 */
public final class PackagedBoxes {
    /** All boxes that hybridlab made. */
    public static final String PREFIX = LocalBox.PREFIX;
    /** The only name that Vagrant takes for it. */
    public static final String NOTE = "info.json";

    private final Path boxes;
    private final VagrantBoxes vagrant;

    PackagedBoxes(Path vagrantHome, VagrantBoxes vagrant) {
        this.boxes = vagrantHome.resolve("boxes");
        this.vagrant = vagrant;
    }

    /** What is known of such a box; empty for every other box, and for one that is not there. */
    public Optional<PackagedNote> note(String box, ProviderName provider) {
        return file(box, provider).flatMap(PackagedBoxes::read);
    }

    /** Whether Vagrant has a box of that name, of whatever provider. */
    public boolean isThere(String box) {
        return Files.exists(folder(box));
    }

    List<BuiltBox> list(ProviderName provider) {
        return names().stream().flatMap(name -> built(name, provider).stream()).toList();
    }

    /** Every box under a name of hybridlab, packaged or not, once for each provider that it is for. */
    public List<LocalBox> here() {
        return names().stream()
                .flatMap(name -> Stream.of(ProviderName.values()).filter(provider -> isThere(name, provider))
                .map(provider -> new LocalBox(name, provider, note(name, provider)
                        .map(note -> OptionalInt.of(note.build())).orElse(OptionalInt.empty())))).toList();
    }

    private List<String> names() {
        try (Stream<Path> folders = Files.isDirectory(boxes) ? Files.list(boxes) : Stream.<Path>empty()) {
            return folders.sorted().map(folder -> folder.getFileName().toString().replace("-VAGRANTSLASH-", "/"))
                    .filter(name -> name.startsWith(PREFIX)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void remove(String box, ProviderName provider, Cancellation cancellation) {
        vagrant.remove(box, provider, cancellation);
    }

    private Optional<BuiltBox> built(String box, ProviderName provider) {
        return file(box, provider).flatMap(file -> read(file).map(note -> new BuiltBox(provider, box, "none", true,
                bytes(file.getParent()) >> 20, Optional.of(note.packagedFrom()))));
    }

    private Optional<Path> file(String box, ProviderName provider) {
        return find(box, Path.of(provider.id(), NOTE));
    }

    private boolean isThere(String box, ProviderName provider) {
        return find(box, Path.of(provider.id())).isPresent();
    }

    /** boxes/NAME/0/PROVIDER/info.json; since Vagrant 2.4 with the architecture before the provider. */
    private Optional<Path> find(String box, Path end) {
        try (Stream<Path> files = isThere(box) ? Files.walk(folder(box), 4) : Stream.<Path>empty()) {
            return files.filter(file -> file.endsWith(end)).findFirst();
        } catch (IOException | UncheckedIOException e) {
            // Somebody takes the box away at this moment.
            return Optional.empty();
        }
    }

    private Path folder(String box) {
        return boxes.resolve(box.replace("/", "-VAGRANTSLASH-"));
    }

    private static Optional<PackagedNote> read(Path file) {
        try {
            return JsonMapper.shared().readValue(Files.readString(file), PackagedNote.class).ifOurs();
        } catch (JacksonException | IOException e) {
            return Optional.empty();
        }
    }

    private static long bytes(Path folder) {
        return Recipe.files(folder).stream().mapToLong(file -> file.toFile().length()).sum();
    }
}
