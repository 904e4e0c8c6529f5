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
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.config.file.LabLocation;

/** A lab's folder once more, under a name of its own and without anything that a run left in it. */
public final class LabCopy {
    private static final Pattern NAME = Pattern.compile("(?m)^name:.*$");
    private static final Pattern SCHEMA = Pattern.compile("(?m)^# yaml-language-server: \\$schema=.*$");
    private static final String README = "README.md";

    private LabCopy() {
    }

    /**
     * Follows no links; overwrites nothing.
     *
     * @param header the first line of its lab file, for editors
     * @throws LabException {@code lab-exists} or {@code init-answer} (exit 2), {@code lab-not-written} (exit 3)
     */
    public static void of(LabLocation lab, Path folder, String name, String header) {
        if (Files.exists(folder)) {
            throw LabException.invalid("lab-exists", folder + " is there already.",
                    "Take another name: hybridlab init NAME --from " + lab.folder().getFileName());
        }
        if (RealPath.of(folder).startsWith(RealPath.of(lab.folder()))) {
            throw LabException.invalid("init-answer", folder + " is inside the lab that it would be a copy of.",
                    "Give the path of a folder outside of " + lab.folder() + ".");
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
            text = SCHEMA.matcher(text).replaceFirst(Matcher.quoteReplacement(header));
            Files.delete(written);
            Files.writeString(file, text);
            Path readme = folder.resolve(README);
            if (Files.isRegularFile(readme)) {
                Files.writeString(readme, readme(Files.readString(readme),
                        lab.folder().getFileName().toString(), name));
            }
        } catch (IOException e) {
            throw LabException.hostNotReady("lab-not-written", "%s could not be written: %s"
                    .formatted(folder, e.getMessage()), "Run this in a folder where you may write.").causedBy(e);
        }
    }

    /** Under its new name, and without what only its old place has: pictures and pages outside of its folder. */
    private static String readme(String text, String before, String name) {
        String own = Pattern.quote(before);
        return text.replaceAll("(?m)^!\\[[^]]*]\\(\\.\\./[^)]*\\)\\R+", "")
                .replaceAll("(?<!!)\\[([^]]*)]\\(\\.\\./[^)]*\\)", "$1")
                .replaceAll("(?m)^# %s$".formatted(own), Matcher.quoteReplacement("# " + name))
                .replaceAll("(hybridlab [a-z]+(?: [a-z]+)?? )(labs/)?%s(?![\\w-])".formatted(own),
                        "$1$2" + Matcher.quoteReplacement(name));
    }
}
