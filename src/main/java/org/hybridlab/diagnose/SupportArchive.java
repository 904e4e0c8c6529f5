package org.hybridlab.diagnose;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

import org.hybridlab.common.archive.TarWriter;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.FilePlace;

/** Packs evidence without secrets. Readable by its owner only. */
public final class SupportArchive {
    private static final int LARGEST_FILE = 1 << 20;
    private static final int LONGEST_NAME = 90;

    private final Redactor redactor;
    private final Map<String, String> texts = new TreeMap<>();

    public SupportArchive(Redactor redactor) {
        this.redactor = redactor;
    }

    /** Appends to an entry of the same name. */
    public void text(String name, List<String> lines) {
        texts.merge(name(name), clean(String.join("\n", lines)), (one, more) -> one + "\n" + more);
    }

    public void evidence(List<Evidence> all) {
        all.stream().filter(evidence -> !evidence.lines().isEmpty()).forEach(evidence -> text("evidence/%s/%s-%s.log"
                .formatted(evidence.place(), evidence.kind().id(), evidence.origin()),
                // A secret in an entry of several lines reaches to its end.
                redactor.lines(evidence.lines())));
    }

    /** The end of a file of this host; nothing if it cannot be read. */
    public void file(String name, Path file) {
        try {
            texts.put(name(name), clean(new String(FileEnd.of(file, LARGEST_FILE), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            texts.put(name(name), "could not be read: " + e.getMessage() + "\n");
        }
    }

    /** Without the path of the user's home folder too. */
    private String clean(String text) {
        String home = System.getProperty("user.home");
        return home.length() > 1 ? redactor.text(text).replace(home, "~") : redactor.text(text);
    }

    /**
     * Checks that the file can be created, before evidence is read.
     *
     * @throws LabException as {@link #writeTo}
     */
    public static void mustBePossible(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw exists(file);
        }
        FilePlace.trouble(file).ifPresent(why -> {
            throw notWritten(file, why);
        });
    }

    /**
     * Writes a tar.gz, and removes it if it is incomplete.
     *
     * @throws LabException {@code archive-exists} (exit 2), or {@code archive-not-written} (exit 3)
     */
    public void writeTo(Path file) {
        try {
            SeekableByteChannel made = Files.newByteChannel(file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownersOnly(file));
            try (TarWriter tar = new TarWriter(new BufferedOutputStream(new GZIPOutputStream(
                    Channels.newOutputStream(made))))) {
                for (Map.Entry<String, String> text : texts.entrySet()) {
                    tar.file(text.getKey(), text.getValue().getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                Files.deleteIfExists(file);
                throw e;
            }
        } catch (FileAlreadyExistsException e) {
            throw exists(file).causedBy(e);
        } catch (IOException e) {
            throw notWritten(file, e.getMessage()).causedBy(e);
        }
    }

    private static LabException exists(Path file) {
        return LabException.invalid("archive-exists", file + " is there already.", "Name another file.");
    }

    private static LabException notWritten(Path file, String why) {
        return LabException.hostNotReady("archive-not-written", "%s could not be written: %s".formatted(file, why),
                "Look at free space and permissions.");
    }

    private static FileAttribute<?>[] ownersOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions
                        .fromString("rw-------"))} : new FileAttribute<?>[0];
    }

    private static String name(String wanted) {
        String name = wanted.replaceAll("[^A-Za-z0-9._/-]", "_");
        return name.length() <= LONGEST_NAME ? name
                : name.substring(name.length() - LONGEST_NAME).replaceFirst("^[/.]+", "");
    }
}
