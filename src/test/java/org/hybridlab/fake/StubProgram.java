package org.hybridlab.fake;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A program in a folder that a test's {@code PATH} names, as lines of shell. The real one does more than these. */
public final class StubProgram {
    private StubProgram() {
    }

    /** @param script of {@code sh}, if its first line names no other */
    public static Path write(Path file, String script) {
        return unchecked(() -> {
            Files.createDirectories(file.getParent());
            Files.writeString(file, (script.startsWith("#!") ? "" : "#!/bin/sh\n") + script + "\n");
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        });
    }
}
