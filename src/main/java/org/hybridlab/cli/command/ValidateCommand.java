package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.ProviderWords;
import org.hybridlab.cli.support.SetFlags;
import org.hybridlab.cli.support.SimulationFlag;
import org.hybridlab.config.file.LabReading;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.service.ValidateService;
import org.hybridlab.service.ValidateService.ValidateOptions;
import org.hybridlab.service.ValidateService.Validation;
import org.hybridlab.service.estimate.RegistryImages;
import org.hybridlab.service.estimate.RegistryImages.RegistryImage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "validate", footer = "  hybridlab validate first-cluster",
        description = {"Say what is wrong with a lab file. Without --host, the same file gets the same answer on "
                + "every host.", "Exits with 0 if it is good, with 2 if not."})
public final class ValidateCommand extends LabCommand {
    private static final DocumentKind<Verdict> VALIDATION = new DocumentKind<>("validation", Verdict.class);

    @Option(names = "--provider", paramLabel = "NAME", completionCandidates = ProviderWords.class,
            description = "${COMPLETION-CANDIDATES}. Judge the lab for this one. Without it: the lab file's.")
    private ProviderName provider;
    @Mixin
    private SimulationFlag simulation;
    @Mixin
    private SetFlags settings;
    @Option(names = "--host", description = "Judge it for this host too: its memory, cores, networks, boxes and "
            + "provider.")
    private boolean host;

    @Option(names = "--registries", description = "Ask registries too whether they have the images that the machines "
            + "will pull. Exits with 5 if one does not say.")
    private boolean registries;

    @Option(names = "--server", description = "Let an API server judge the apps' objects too. It is the bundle's, and "
            + "runs on this host only meanwhile. Needs Linux. Exits with 3 if it does not start.")
    private boolean server;

    @Option(names = "--show", description = "Show all that the lab would do on this host: what you are asked about "
            + "before a lab that came from elsewhere comes up.")
    private boolean show;

    @Override
    public CommandResult call() {
        Validation validation = new ValidateService(context()).validate(named(),
                new ValidateOptions(new OpenOptions(Optional.ofNullable(provider), simulation.asked(session),
                        settings.given()), host, registries, show, server));
        List<Problem> problems = validation.reading().problems().stream()
                .map(problem -> problem.relativeTo(session.directory())).toList();
        List<String> lines = new ArrayList<>(problems.stream().map(Problem::text).toList());
        validation.effects().ifPresent(lines::addAll);
        validation.images().ifPresent(asked -> lines.addAll(asked.lines()));
        lines.add(summary(validation.reading()));
        return CommandResult.of(VALIDATION, new Verdict(validation.valid(), problems,
                validation.effects(), validation.images().map(RegistryImages::images)), lines)
                .exitingWith(validation.exitCode());
    }

    private String summary(LabReading reading) {
        String counts = "%s, %s".formatted(count(reading.errors().size(), "error"),
                count(reading.warnings().size(), "warning"));
        return reading.lab().map(good -> "%s is a good lab file: %s, %s.".formatted(good.name(),
                        count(good.machines().size(), "machine"), counts))
                .orElseGet(() -> "%s: %s.".formatted(word(), counts));
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /**
     * @param effects absent unless {@code --show} was given
     * @param images absent unless registries were asked
     */
    public record Verdict(boolean valid, List<Problem> problems, Optional<List<String>> effects,
                          Optional<List<RegistryImage>> images) {
    }
}
