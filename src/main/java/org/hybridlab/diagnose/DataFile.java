package org.hybridlab.diagnose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.catalog.DataNode;
import org.yaml.snakeyaml.error.YAMLException;

final class DataFile {
    private DataFile() {
    }

    /** @throws LabException {@code known-failures-unreadable} with file and line */
    static <T> T read(Path file, Function<DataNode, T> reader) {
        try {
            return parse(file.getFileName().toString(), Files.readString(file), reader);
        } catch (IOException e) {
            throw unreadable(file + " cannot be read.", e);
        }
    }

    static <T> T parse(String name, String text, Function<DataNode, T> reader) {
        try {
            return reader.apply(DataNode.parse(name, text));
        } catch (IllegalArgumentException | YAMLException e) {
            throw unreadable("hybridlab's own list %s is damaged: %s".formatted(name, e.getMessage()), e);
        }
    }

    static LabException unreadable(String what, Exception e) {
        return LabException.hostNotReady("known-failures-unreadable", what,
                "Install hybridlab again, or fix the file.").causedBy(e);
    }
}
