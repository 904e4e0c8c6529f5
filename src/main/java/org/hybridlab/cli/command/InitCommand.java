package org.hybridlab.cli.command;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.TextQuestion;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.LabSchema;
import org.hybridlab.config.file.NewLab;
import org.hybridlab.host.TrustedLabs;
import org.hybridlab.service.lab.LabCopy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a lab file to begin with. Overwrites nothing. */
@Command(name = "init", footerHeading = "%nExample:%n", footer = "  hybridlab init my-lab --workers 2")
public final class InitCommand implements Callable<CommandResult> {
    private static final String SCHEMA = "schema/lab.schema.json";

    private final Session session;
    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME",
            description = "The lab's name. It is written to labs/NAME/lab.yaml. Without it: you are asked.")
    private String name;
    @Option(names = "--workers", paramLabel = "N", description = "Number of workers. Without it: you are asked, or 1.")
    private Integer workers;

    @Option(names = "--from", paramLabel = "LAB",
            description = "Copy a lab, with its apps, instead of writing a new one. "
            + "NAME is then the lab's own, if it is not given.")
    private String from;

    public InitCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        if (from != null) {
            return copy(LabLocation.find(from, session.labs(), session.directory()));
        }
        TextQuestion question = new TextQuestion(session);
        NewLab lab = NewLab.of(name != null ? name : question.answer("Name of the lab", "my-lab"),
                workers != null ? workers.toString() : question.answer("Number of workers", "1"));
        Path file = session.directory().resolve("labs").resolve(lab.name()).resolve(LabLocation.FILE_NAME);
        write(file, lab.text());
        new TrustedLabs(session.folders()).own(file);
        List<String> lines = new ArrayList<>(List.of("Wrote " + session.directory().relativize(file)));
        return result(lab.name(), file, withSchema(lines));
    }

    private static CommandResult result(String lab, Path written, List<String> lines) {
        lines.add("Look at it, then bring it up: hybridlab up " + lab);
        return CommandResult.of(DocumentKind.NEW_LAB, new Written(lab, written), lines);
    }

    /**
     * The shape of {@code --output json}.
     *
     * @param written the lab's file, or its folder if it is a copy
     */
    public record Written(String lab, Path written) {
    }

    /** For labs of an installation that belongs to somebody else, and for those of others that are to be changed. */
    private CommandResult copy(LabLocation lab) {
        if (workers != null) {
            throw LabException.invalid("init-answer", "--workers is for new labs, and --from copies one.",
                    "Leave one of them out.");
        }
        String copied = NewLab.of(name != null ? name : lab.folder().getFileName().toString(), "1").name();
        Path folder = session.directory().resolve("labs").resolve(copied);
        LabCopy.of(lab, folder, copied);
        new TrustedLabs(session.folders()).own(folder.resolve(LabLocation.FILE_NAME));
        List<String> lines = new ArrayList<>(List.of("Wrote " + session.directory().relativize(folder)));
        return result(copied, folder, withSchema(lines));
    }

    /** Where the first line of the lab file says that it is. */
    private List<String> withSchema(List<String> lines) {
        Path schema = session.directory().resolve(SCHEMA);
        if (!Files.exists(schema)) {
            write(schema, LabSchema.json());
            lines.add("Wrote " + SCHEMA + " for your editor");
        }
        return lines;
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
