package org.hybridlab.guest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Function;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Result;

/** A file of a machine, moved into place when complete. A failure keeps the old file. */
record Download(String machine, String remotePath, Path local) {
    /**
     * @param fetch writes to the given path
     * @throws LabException {@code download-failed}, or {@code download-not-written} (exit 3)
     */
    void by(Function<Path, Result> fetch) {
        Path part = local.resolveSibling(local.getFileName() + ".part");
        try {
            fetch.apply(part)
                    .orFail("download-failed", "%s could not be fetched from %s.".formatted(remotePath, machine),
                    "Look whether it is there: hybridlab ssh " + machine);
            Files.move(part, local, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw LabException.hostNotReady("download-not-written", "%s could not be written: %s"
                    .formatted(local, e.getMessage()), "Look at free space and permissions.").causedBy(e);
        } finally {
            part.toFile().delete();
        }
    }
}
