package org.hybridlab.artifact.box;

import java.io.IOException;
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

/** Boxes of {@code box package}, in Vagrant's folder. */
public final class PackagedBoxes {
    public static final String PREFIX = LocalBox.PREFIX;
    /** Vagrant accepts no other name. */
    public static final String NOTE = "info.json";

    private final BoxFolders folders;
    private final VagrantBoxes vagrant;

    PackagedBoxes(Path vagrantHome, VagrantBoxes vagrant) {
        this.folders = BoxFolders.of(vagrantHome);
        this.vagrant = vagrant;
    }

    /** Empty for every other box, and for a missing one. */
    public Optional<PackagedNote> note(String box, ProviderName provider) {
        return file(box, provider).flatMap(PackagedBoxes::read);
    }

    public boolean isThere(String box) {
        return folders.isThere(box);
    }

    List<BuiltBox> list(ProviderName provider) {
        return folders.names().stream().flatMap(name -> built(name, provider).stream()).toList();
    }

    public List<LocalBox> here() {
        return folders.names().stream()
                .flatMap(name -> Stream.of(ProviderName.values()).filter(provider -> isThere(name, provider))
                .map(provider -> new LocalBox(name, provider, note(name, provider)
                        .map(note -> OptionalInt.of(note.build())).orElse(OptionalInt.empty())))).toList();
    }

    void remove(String box, ProviderName provider, Cancellation cancellation) {
        vagrant.remove(box, provider, cancellation);
    }

    private Optional<BuiltBox> built(String box, ProviderName provider) {
        return file(box, provider).flatMap(file -> read(file).map(note -> new BuiltBox(provider, box, "none", true,
                bytes(file.getParent()) >> 20, Optional.of(note.packagedFrom()))));
    }

    private Optional<Path> file(String box, ProviderName provider) {
        return folders.find(box, Path.of(provider.id(), NOTE));
    }

    private boolean isThere(String box, ProviderName provider) {
        return folders.find(box, Path.of(provider.id())).isPresent();
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
