package org.hybridlab.cluster.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.hybridlab.config.model.KubernetesBranch;

/**
 * What {@code kubectl get -o json} and {@code get --raw} printed on a real cluster of two docker machines, 1.36.3, but
 * for a few lists that hybridlab does not read, such as the images of a node. In place of its release stands the one
 * that labs have by default.
 */
public final class Recording {
    private Recording() {
    }

    /** @param name of a file below {@code src/test/resources/kubernetes}, without its ending */
    public static String of(String name) {
        try (InputStream in = Recording.class.getResourceAsStream("/kubernetes/" + name + ".json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("v1.36.3",
                    "v" + KubernetesBranch.newest().newestVersion());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
