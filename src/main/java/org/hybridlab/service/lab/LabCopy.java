package org.hybridlab.service.lab;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.config.file.LabLocation;

/** Copies a lab's folder under a new name, without what runs left in it. */
public final class LabCopy {
    private static final Pattern NAME = Pattern.compile("(?m)^name:.*$");
    private static final Pattern SCHEMA = Pattern.compile("(?m)^# yaml-language-server: \\$schema=.*$");
    private static final String README = "README.md";

    private final Path original;
    private final Path folder;
    private final List<Path> leftOut = new ArrayList<>();

    private LabCopy(Path original, Path folder) {
        this.original = original;
        this.folder = folder;
    }

    /**
     * Follows no links; overwrites nothing.
     *
     * @param header first line of the lab file, for editors
     * @return paths in the lab that were not copied: links out of it or to nowhere, pipes and the like
     * @throws LabException {@code lab-exists} or {@code init-answer} (exit 2), {@code lab-not-written} (exit 3)
     */
    public static List<Path> of(LabLocation lab, Path folder, String name, String header) {
        if (Files.exists(folder)) {
            throw LabException.invalid("lab-exists", folder + " is there already.",
                    "Take another name: hybridlab init NAME --from " + lab.folder().getFileName());
        }
        if (RealPath.of(folder).startsWith(RealPath.of(lab.folder()))) {
            throw LabException.invalid("init-answer", folder + " is inside the lab that it would be a copy of.",
                    "Give the path of a folder outside of " + lab.folder() + ".");
        }
        try {
            Files.createDirectories(folder.getParent());
            LabCopy copy = new LabCopy(lab.folder().toRealPath(), folder);
            copy.files();
            copy.rename(lab, name, header);
            return List.copyOf(copy.leftOut);
        } catch (IOException e) {
            throw LabException.hostNotReady("lab-not-written", "%s could not be written: %s"
                    .formatted(folder, e.getMessage()), "Run this in a folder where you may write.").causedBy(e);
        }
    }

    private void files() throws IOException {
        Files.walkFileTree(original, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path one, BasicFileAttributes facts) throws IOException {
                if (isHidden(one)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectory(inCopy(one), rights(one, "rwx------"));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path one, BasicFileAttributes facts) throws IOException {
                if (isHidden(one)) {
                    return FileVisitResult.CONTINUE;
                }
                if (facts.isRegularFile()) {
                    Files.write(Files.createFile(inCopy(one), rights(one, "rw-------")), Files.readAllBytes(one));
                } else if (!facts.isSymbolicLink() || !isLinked(one)) {
                    leftOut.add(original.relativize(one));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Includes the workspace `.hybridlab`. */
    private boolean isHidden(Path one) {
        return !one.equals(original) && one.getFileName().toString().startsWith(".");
    }

    private Path inCopy(Path one) {
        return folder.resolve(original.relativize(one).toString());
    }

    /** The owner's rights, and the original's for others. Nothing is executable, as it may be somebody else's. */
    private static FileAttribute<?>[] rights(Path original, String owners) throws IOException {
        // The file store has no name where / is no mount point, as after chroot.
        if (!original.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        Set<PosixFilePermission> rights = PosixFilePermissions.fromString(owners);
        Files.getPosixFilePermissions(original).stream().filter(right -> Files.isDirectory(original)
                || !right.name().endsWith("_EXECUTE")).forEach(rights::add);
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(rights)};
    }

    /** True if the link leads into the copy, and was created there. */
    private boolean isLinked(Path link) {
        try {
            Path real = link.toRealPath();
            Path target = original.relativize(real);
            if (!real.startsWith(original) || StreamSupport.stream(target.spliterator(), false)
                    .anyMatch(name -> name.toString().startsWith("."))) {
                return false;
            }
            Files.createSymbolicLink(inCopy(link), inCopy(link).getParent().relativize(folder.resolve(target)));
            return true;
        } catch (IOException e) {
            // It leads nowhere, or this host has no links.
            return false;
        }
    }

    private void rename(LabLocation lab, String name, String header) throws IOException {
        Path file = folder.resolve(LabLocation.FILE_NAME);
        String text = NAME.matcher(Files.readString(lab.file()))
                .replaceFirst(Matcher.quoteReplacement("name: " + name));
        String before = lab.folder().getFileName().toString();
        text = commands(SCHEMA.matcher(text).replaceFirst(Matcher.quoteReplacement(header)), before, name);
        Files.deleteIfExists(folder.resolve(lab.file().getFileName().toString()));
        Files.deleteIfExists(file);
        Files.writeString(Files.createFile(file, rights(lab.file(), "rw-------")), text);
        leftOut.remove(lab.file().getFileName());
        Path readme = folder.resolve(README);
        if (Files.isRegularFile(readme)) {
            Files.writeString(readme, readme(Files.readString(readme), before, name));
        }
    }

    /** Uses the new name, and drops pictures and links from outside the folder. */
    private static String readme(String text, String before, String name) {
        String title = "(?m)^# %s$".formatted(Pattern.quote(before));
        return commands(text.replaceAll("(?m)^!\\[[^]]*]\\(\\.\\./[^)]*\\)\\R+", "")
                .replaceAll("(?<!!)\\[([^]]*)]\\(\\.\\./[^)]*\\)", "$1")
                .replaceAll(title, Matcher.quoteReplacement("# " + name)), before, name);
    }

    /** Replaces the old name in hybridlab's commands, as a lab or at the end of a path. */
    private static String commands(String text, String before, String name) {
        return text.replaceAll("(hybridlab [a-z]+(?: [a-z]+)?? )(labs/)?(?:[\\w.-]+/)*%s(?![\\w-])".formatted(
                Pattern.quote(before)), "$1$2" + Matcher.quoteReplacement(name));
    }
}
