package org.hybridlab.cluster.kubeconfig;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/** Words for why a file could not be read or written. Java's messages have only a class or a path. */
final class FileTrouble {
    /** For YAML that is no kubeconfig. Java's message names classes. */
    static final String OTHER_FORM = "It lacks a part that a kubeconfig has, or has one in another form.";

    private FileTrouble() {
    }

    static String of(IOException e) {
        if (e instanceof NoSuchFileException missing) {
            return "There is no %s.".formatted(missing.getFile());
        }
        if (e instanceof AccessDeniedException denied) {
            return "You may not read or write %s.".formatted(denied.getFile());
        }
        if (e instanceof CharacterCodingException) {
            return "It is not text.";
        }
        if (e instanceof NotDirectoryException other) {
            return "%s is no folder.".formatted(other.getFile());
        }
        return sentence(e instanceof FileSystemException other && other.getReason() == null
                ? "%s cannot be used".formatted(other.getFile())
                : Optional.ofNullable(e.getMessage()).orElse("It cannot be read or written"));
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }
}
