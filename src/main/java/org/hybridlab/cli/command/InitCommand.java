package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.service.lab.LabCreation;
import org.hybridlab.service.lab.LabCreation.CreatedLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Overwrites nothing. */
@Command(name = "init", footer = {
        "  hybridlab init my-lab --workers 2", "  hybridlab init ./class --from first-cluster"})
public final class InitCommand extends SessionCommand {
    private static final DocumentKind<Written> NEW_LAB = new DocumentKind<>("new-lab", Written.class);

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME",
            description = "The lab's name: its folder is labs/NAME if there is a folder labs here, else NAME. "
            + "Or a path, such as ./NAME: that is its folder. Without it: you are asked.")
    private String name;
    @Option(names = "--workers", paramLabel = "N", description = "Number of workers. Without it: you are asked, or 1.")
    private Integer workers;

    @Option(names = "--from", paramLabel = "LAB",
            description = "Copy a lab, with its apps, instead of writing a new one. "
            + "NAME is then the lab's own, if it is not given.")
    private String from;

    @Override
    public CommandResult call() {
        LabCreation creation = new LabCreation(context());
        if (from != null) {
            if (workers != null) {
                throw LabException.invalid("init-answer", "--workers is for new labs, and --from copies one.",
                        "Leave one of them out.");
            }
            LabLocation lab = LabLocation.find(from, context().labs(), session.directory());
            CreatedLab copy = creation.copy(lab, name != null ? name : lab.folder().getFileName().toString());
            return result(copy, copy.folder());
        }
        Question question = new Question(session);
        CreatedLab lab = creation.create(name != null ? name : question.answer("Name of the lab", "my-lab"),
                workers != null ? workers.toString() : question.answer("Number of workers", "1"));
        return result(lab, lab.file());
    }

    private CommandResult result(CreatedLab lab, Path written) {
        List<String> lines = new ArrayList<>(List.of("Wrote " + shown(written)));
        lab.schema().ifPresent(schema -> lines.add("Wrote %s for your editor".formatted(shown(schema))));
        lines.add("Look at it, then bring it up: hybridlab up " + lab.word());
        return CommandResult.of(NEW_LAB, new Written(lab.lab(), written), lines);
    }

    private Path shown(Path path) {
        Path here = session.directory().toAbsolutePath().normalize();
        return path.startsWith(here) ? here.relativize(path) : path;
    }

    /** @param written the lab's file, or its folder if it is a copy */
    public record Written(String lab, Path written) {
    }
}
