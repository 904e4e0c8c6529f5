package org.hybridlab.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How somebody breaks objects of a cluster: shell commands, with kubectl for the cluster.
 *
 * @param ids of all causes that are found then, and of the states, such as a stuck rollout, whose commands cure it
 */
record ClusterCause(String title, List<String> ids, String commands) {
    private static final Path FILE = Path.of("src/test/resources/breaks/causes.sh");

    /** As the file has them: each after a line {@code ### ID, ID: TITLE}; what is before the first belongs to all. */
    static List<ClusterCause> all() {
        try {
            String[] parts = Files.readString(FILE).split("(?m)^### ");
            List<ClusterCause> all = new ArrayList<>();
            for (int i = 1; i < parts.length; i++) {
                int ids = parts[i].indexOf(": ");
                int title = parts[i].indexOf('\n');
                all.add(new ClusterCause(parts[i].substring(ids + 2, title),
                        List.of(parts[i].substring(0, ids).split(", ")), parts[0] + parts[i].substring(title + 1)));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return title;
    }
}
