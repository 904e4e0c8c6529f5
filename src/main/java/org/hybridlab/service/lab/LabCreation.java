package org.hybridlab.service.lab;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.NewLab;
import org.hybridlab.config.file.reader.LabSchema;
import org.hybridlab.service.context.ServiceContext;

/** Writes new labs and copies of labs, with the schema for editors. Overwrites nothing. */
public record LabCreation(ServiceContext context) {
    /**
     * @param schema the schema's file, unless it existed
     * @param word how commands name the lab from the current folder, quoted for a shell
     */
    public record CreatedLab(String lab, Path folder, Optional<Path> schema, String word) {
        public Path file() {
            return folder.resolve(LabLocation.FILE_NAME);
        }
    }

    /**
     * @param word a name, or a path whose last part is the name
     * @param workers a number, as typed
     * @throws LabException {@code init-answer} (exit 2), {@code lab-exists} (exit 2), {@code lab-not-written}, {@code
     * state-not-writable} (exit 3)
     */
    public CreatedLab create(String word, String workers) {
        Path folder = folder(word);
        NewLab lab = NewLab.of(name(word, folder), workers);
        Path file = folder.resolve(LabLocation.FILE_NAME);
        boolean alone = isEmpty(folder);
        new LabTrust(context).needWritable();
        write(file, lab.text(LabSchema.editorHeader(schemaFrom(folder))));
        new LabTrust(context).created(file, alone);
        return created(lab.name(), folder, word);
    }

    /** @param word of the copy, as above */
    public CreatedLab copy(LabLocation lab, String word) {
        Path folder = folder(word);
        String name = NewLab.of(name(word, folder), "1").name();
        new LabTrust(context).needWritable();
        List<Path> leftOut = LabCopy.of(lab, folder, name, LabSchema.editorHeader(schemaFrom(folder)));
        if (!leftOut.isEmpty()) {
            context.listener().message("Not copied: %s. Only files are, and links to files of the lab itself."
                    .formatted(leftOut.stream().map(Path::toString).collect(Collectors.joining(", "))));
        }
        new LabTrust(context).copied(lab.file(), folder.resolve(LabLocation.FILE_NAME));
        return created(name, folder, word);
    }

    private CreatedLab created(String name, Path folder, String word) {
        Path schema = folder.resolve(schemaFrom(folder)).normalize();
        boolean known = Files.exists(schema);
        if (!known) {
            write(schema, LabSchema.json());
        }
        boolean below = folder.startsWith(context.directory());
        return new CreatedLab(name, folder, known ? Optional.empty() : Optional.of(schema),
                isPath(word) ? ShellQuoting.quote(word) : isAmongLabs(folder) || !below ? name : "./" + name);
    }

    /** Ignores hidden files, such as those of git. */
    private static boolean isEmpty(Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.allMatch(one -> one.getFileName().toString().startsWith("."));
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            // A folder that cannot be listed may not be empty.
            return false;
        }
    }

    /** A name goes below {@code labs}, if the current folder has that, else here. */
    private Path folder(String word) {
        Path here = context.directory().toAbsolutePath().normalize();
        if (isPath(word)) {
            try {
                return here.resolve(word).normalize();
            } catch (InvalidPathException e) {
                throw LabException.invalid("init-answer", "'%s' is not a path.".formatted(word),
                        "Give a name, or the path of a folder.").causedBy(e);
            }
        }
        Path labs = here.resolve("labs");
        return (Files.isDirectory(labs) || here.equals(context.home().toAbsolutePath().normalize()) ? labs : here)
                .resolve(NewLab.of(word, "1").name());
    }

    private static String name(String word, Path folder) {
        return isPath(word) && folder.getFileName() != null ? folder.getFileName().toString() : word;
    }

    private static boolean isPath(String word) {
        return word.contains("/") || word.contains(File.separator) || word.equals(".") || word.equals("..");
    }

    private boolean isAmongLabs(Path folder) {
        return context.directory().toAbsolutePath().normalize().resolve("labs").equals(folder.getParent());
    }

    /** Labs side by side share a schema; any other has its own. */
    private String schemaFrom(Path folder) {
        return isAmongLabs(folder) ? "../" + LabSchema.FILE_NAME : LabSchema.FILE_NAME;
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw LabException.invalid("lab-exists", file + " is there already.",
                    "Take another name, or edit that file.").causedBy(e);
        } catch (IOException e) {
            throw LabException.hostNotReady("lab-not-written", file + " could not be written: " + e.getMessage(),
                    "Run this in a folder where you may write.").causedBy(e);
        }
    }
}
