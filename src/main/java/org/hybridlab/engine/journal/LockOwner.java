package org.hybridlab.engine.journal;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.process.ThisCommand;
import org.hybridlab.common.process.ThisHost;
import org.hybridlab.common.workspace.StrictJson;
import tools.jackson.core.JacksonException;

/**
 * Who holds a lab.
 *
 * @param started of the process, since pids are reused
 * @param since when it took the lock
 * @param command for example {@code reset}; empty: unknown
 */
public record LockOwner(long pid, Instant started, Instant since, ThisHost host, String command) {
    static LockOwner thisProcess(Instant since) {
        ProcessHandle self = ProcessHandle.current();
        return new LockOwner(self.pid(), self.info().startInstant().orElse(Instant.EPOCH), since, ThisHost.here(),
                ThisCommand.name());
    }

    boolean isThisProcess() {
        LockOwner self = thisProcess(since);
        return isOfThisHost() && pid == self.pid && started.equals(self.started);
    }

    boolean isOfThisHost() {
        return ThisHost.here().mayBe(host.id());
    }

    /** Empty if it does not exist or cannot be read. */
    static Optional<LockOwner> read(Path file) {
        try {
            return Optional.ofNullable(StrictJson.MAPPER.readValue(Files.readAllBytes(file), LockOwner.class));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /** By rename, so that nobody reads a part. */
    void write(Path file) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = RunFolder.open(next, Set.of(CREATE, TRUNCATE_EXISTING, WRITE))) {
            channel.write(ByteBuffer.wrap(StrictJson.MAPPER.writeValueAsBytes(this)));
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
