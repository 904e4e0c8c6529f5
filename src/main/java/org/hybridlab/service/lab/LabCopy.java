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

/** A lab's folder once more, under a name of its own and without anything that a run left in it. */
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
     * @param header the first line of its lab file, for editors
     * @return what is not in the copy, by its path in the lab: links that lead out of it or nowhere, pipes and the like
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

    /** The workspace `.hybridlab` among them. */
    private boolean isHidden(Path one) {
        return !one.equals(original) && one.getFileName().toString().startsWith(".");
    }

    private Path inCopy(Path one) {
        return folder.resolve(original.relativize(one).toString());
    }

    /**
     * What the owner needs, and for others what they may do with the original. Programs are no programs in the copy:
     * an installation's may be of somebody else.
     */
    private static FileAttribute<?>[] rights(Path original, String owners) throws IOException {
        // Its file store has no name where / is no mount point, as after chroot.
        if (!original.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        Set<PosixFilePermission> rights = PosixFilePermissions.fromString(owners);
        Files.getPosixFilePermissions(original).stream().filter(right -> Files.isDirectory(original)
                || !right.name().endsWith("_EXECUTE")).forEach(rights::add);
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(rights)};
    }

    /** Whether the link leads to something of the copy, and is in the copy now. */
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
            // It leads nowhere, or this host makes no links.
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

    /** Under its new name, and without what only its old place has: pictures and pages outside of its folder. */
    private static String readme(String text, String before, String name) {
        String title = "(?m)^# %s$".formatted(Pattern.quote(before));
        return commands(text.replaceAll("(?m)^!\\[[^]]*]\\(\\.\\./[^)]*\\)\\R+", "")
                .replaceAll("(?<!!)\\[([^]]*)]\\(\\.\\./[^)]*\\)", "$1")
                .replaceAll(title, Matcher.quoteReplacement("# " + name)), before, name);
    }

    /** With the new name in hybridlab's commands, where the old one is the lab, or the end of its path. */
    private static String commands(String text, String before, String name) {
        return text.replaceAll("(hybridlab [a-z]+(?: [a-z]+)?? )(labs/)?(?:[\\w.-]+/)*%s(?![\\w-])".formatted(
                Pattern.quote(before)), "$1$2" + Matcher.quoteReplacement(name));
    }
}
