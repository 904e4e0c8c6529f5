package org.hybridlab.cli.support;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;

import org.hybridlab.host.UserFolders;
import org.hybridlab.service.context.ProductVersion;

/** What the makers of hybridlab need to see of an unexpected exception. */
final class BugLog {
    private BugLog() {
    }

    /** @return the file, below the user's state folder */
    static Path write(UserFolders folders, Throwable exception, List<String> arguments) throws IOException {
        StringWriter trace = new StringWriter();
        exception.printStackTrace(new PrintWriter(trace));
        Path folder = Files.createDirectories(folders.state().resolve("logs"));
        Path file = folder.resolve("bug-%s.log".formatted(Instant.now().toString().replace(':', '-')));
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            // Before anything is in it: a message may quote what only its owner may read.
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return Files.writeString(file, """
                hybridlab %s
                Java %s on %s %s
                call: hybridlab %s

                %s""".formatted(ProductVersion.number(), System.getProperty("java.version"),
                System.getProperty("os.name"), System.getProperty("os.version"), String.join(" ", arguments), trace));
    }
}
