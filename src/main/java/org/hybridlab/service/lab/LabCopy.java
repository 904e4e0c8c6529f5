package org.hybridlab.service.lab;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabLocation;

/** A lab's folder once more, under a name of its own and without anything that a run left in it. */
public final class LabCopy {
    private static final Pattern NAME = Pattern.compile("(?m)^name:.*$");

    private LabCopy() {
    }

    /**
     * Follows no links; overwrites nothing.
     *
     * @throws LabException {@code lab-exists} (exit 2) or {@code lab-not-written} (exit 3)
     */
    public static void of(LabLocation lab, Path folder, String name) {
        if (Files.exists(folder)) {
            throw LabException.invalid("lab-exists", folder + " is there already.",
                    "Take another name: hybridlab init NAME --from " + name);
        }
        try {
            Files.walkFileTree(lab.folder(), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path one, BasicFileAttributes facts) throws IOException {
                    if (isHidden(one)) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    Files.createDirectories(folder.resolve(lab.folder().relativize(one).toString()));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path one, BasicFileAttributes facts) throws IOException {
                    if (facts.isRegularFile() && !isHidden(one)) {
                        // Not the permissions: those of an installation may be of somebody else.
                        Files.write(folder.resolve(lab.folder().relativize(one).toString()), Files.readAllBytes(one));
                    }
                    return FileVisitResult.CONTINUE;
                }

                /** The workspace `.hybridlab` among them. */
                private boolean isHidden(Path one) {
                    return !one.equals(lab.folder()) && one.getFileName().toString().startsWith(".");
                }
            });
            Path file = folder.resolve(LabLocation.FILE_NAME);
            Path written = folder.resolve(lab.file().getFileName().toString());
            String text = NAME.matcher(Files.readString(written))
                    .replaceFirst(Matcher.quoteReplacement("name: " + name));
            Files.delete(written);
            Files.writeString(file, text);
        } catch (IOException e) {
            throw LabException.hostNotReady("lab-not-written", "%s could not be written: %s"
                    .formatted(folder, e.getMessage()), "Run this in a folder where you may write.").causedBy(e);
        }
    }
}
