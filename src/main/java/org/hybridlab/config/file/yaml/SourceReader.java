package org.hybridlab.config.file.yaml;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.config.rules.core.RuleEntry;
import org.hybridlab.config.rules.core.Severity;

public final class SourceReader {
    private static final int MAX_BYTES = 256 * 1024;

    private SourceReader() {
    }

    /** @throws BadSource if it is no text */
    public static Source read(Path file) {
        return read(file, MAX_BYTES);
    }

    /** The same for a manifest, with a larger limit. */
    public static Source manifest(Path file) {
        return read(file, Long.MAX_VALUE);
    }

    private static Source read(Path file, long most) {
        if (!Files.exists(file)) {
            throw new BadSource(file, FileRules.MISSING, "there is no such file",
                    "Write one with `hybridlab init`, or look at `hybridlab list`.");
        }
        if (!Files.isRegularFile(file)) {
            throw new BadSource(file, FileRules.NOT_A_FILE, "this is not a file", "Name the lab file in it.");
        }
        return new Source(file, withoutBom(decode(file, bytes(file, most))));
    }

    private static byte[] bytes(Path file, long most) {
        try {
            if (Files.size(file) > most) {
                throw new BadSource(file, FileRules.TOO_LARGE, "the file is longer than %d KiB"
                        .formatted(most / 1024), "Is it a lab file? Those are rarely longer than a page.");
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new BadSource(file, FileRules.UNREADABLE, "the file cannot be read: " + e.getMessage(),
                    "Look at its permissions.");
        }
    }

    private static String decode(Path file, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new BadSource(file, FileRules.NOT_UTF8, "the file is not UTF-8 text",
                    "Save it as UTF-8 in your editor.");
        }
    }

    /** Windows editors begin UTF-8 files with a byte order mark. YAML allows it. */
    private static String withoutBom(String text) {
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    public static final class BadSource extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Problem problem;

        BadSource(Path file, RuleEntry rule, String message, String advice) {
            super(message);
            problem = new Problem(rule.id(), Severity.ERROR, file, 1, 1, message, advice, "");
        }

        public List<Problem> problems() {
            return List.of(problem);
        }
    }
}
