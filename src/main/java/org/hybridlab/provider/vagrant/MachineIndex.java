package org.hybridlab.provider.vagrant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Vagrant's list of a user's machines, as in {@code vagrant global-status} (lib/vagrant/machine_index.rb). Vagrant
 * locks it by flock(2), which Java's locks ignore, so the program {@code flock} is used. Files in another form are left
 * to Vagrant.
 */
final class MachineIndex {
    private static final int VERSION = 1;
    private static final int TRIES = 3;
    private static final Duration WITHIN = Duration.ofSeconds(15);
    /** Only if the file has not changed. */
    private static final String REPLACE = "cmp -s \"$1\" \"$2\" && mv -f \"$3\" \"$1\"";

    private final Processes processes;
    private final Path folder;

    /** @param vagrantHome Vagrant's folder of the user */
    MachineIndex(Processes processes, Path vagrantHome) {
        this.processes = processes;
        this.folder = vagrantHome.resolve("data").resolve("machine-index");
    }

    /**
     * Removes the machines of a folder.
     *
     * @param notes a folder {@code .vagrant}
     * @return false if Vagrant itself must look
     */
    boolean forget(Path notes, Cancellation cancellation) {
        try {
            for (int i = 0; i < TRIES; i++) {
                if (!Files.exists(folder.resolve("index"))) {
                    return true;
                }
                byte[] read = Files.readAllBytes(folder.resolve("index"));
                ObjectNode index = (ObjectNode) JsonMapper.shared().readTree(read);
                if (index.path("version").asInt() != VERSION || !index.path("machines").isObject()) {
                    return false;
                }
                ObjectNode machines = (ObjectNode) index.path("machines");
                List<String> going = machines.properties().stream()
                        .filter(one -> one.getValue().path("local_data_path").asString("").equals(notes.toString()))
                        .map(Map.Entry<String, JsonNode>::getKey).toList();
                if (going.isEmpty()) {
                    return true;
                }
                // Vagrant locks an entry that it works with by such a file.
                if (going.stream().anyMatch(id -> Files.exists(folder.resolve(id + ".lock")))) {
                    return false;
                }
                machines.remove(going);
                if (replace(read, JsonMapper.shared().writeValueAsBytes(index), cancellation)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | JacksonException | ClassCastException e) {
            return false;
        }
    }

    private boolean replace(byte[] old, byte[] next, Cancellation cancellation) throws IOException {
        Path before = Files.createTempFile(folder, ".hybridlab", ".old");
        Path after = Files.createTempFile(folder, ".hybridlab", ".new");
        try {
            Files.write(before, old);
            Files.write(after, next);
            Files.setPosixFilePermissions(after, Files.getPosixFilePermissions(folder.resolve("index")));
            return processes.run(Command.of("flock", "--wait", "10", folder.resolve("index.lock").toString(), "sh",
                    "-c", REPLACE, "sh", folder.resolve("index").toString(), before.toString(), after.toString())
                    .timeout(WITHIN), line -> { }, cancellation).ok();
        } catch (UnsupportedOperationException e) {
            return false;
        } finally {
            Files.deleteIfExists(before);
            Files.deleteIfExists(after);
        }
    }
}
