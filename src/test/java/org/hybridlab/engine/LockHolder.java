package org.hybridlab.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;

/** A process that takes a lab's lock, says so, and keeps it until its input ends. */
public final class LockHolder {
    private LockHolder() {
    }

    public static void main(String[] arguments) throws IOException {
        Path dir = Path.of(arguments[0]);
        try (LabLock lock = LabLock.acquire(new RunFolder(dir.resolve("state"), dir.resolve("logs")),
                Clock.systemUTC())) {
            System.out.println("locked");
            System.in.transferTo(System.out);
        } catch (LabException e) {
            System.out.println(e.id());
        }
    }
}
