package org.hybridlab.common.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Text files that are part of the program, such as the scripts that machines run. */
public final class ResourceText {
    private ResourceText() {
    }

    /** @param file its path, from the package of the class that uses it */
    public static String of(Class<?> user, String file) {
        try (InputStream text = user.getResourceAsStream(file)) {
            if (text == null) {
                throw new IllegalStateException("%s has no %s".formatted(user.getPackageName(), file));
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
