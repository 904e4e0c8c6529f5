package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.Question;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.ReplaceService;
import org.hybridlab.service.ReplaceService.ReplaceResult;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "replace", footer = {
        "  hybridlab replace four-machines node3", "  hybridlab replace four-machines --role workers"})
public final class ReplaceCommand extends LabCommand {
    private static final DocumentKind<Replacement> REPLACEMENT = new DocumentKind<>("replacement", Replacement.class);
    private static final String WORKERS = "workers";

    private final Function<ServiceContext, ReplaceService> services;
    @Parameters(index = "1..*", arity = "0..*", paramLabel = "MACHINE",
            description = "Drained, destroyed, made again and joined, one at a time.")
    private List<String> machines = new ArrayList<>();
    @Option(names = "--role", paramLabel = "ROLE", description = "Instead of names: `workers`, which is all of them.")
    private String role;

    public ReplaceCommand() {
        this(ReplaceService::new);
    }

    public ReplaceCommand(Function<ServiceContext, ReplaceService> services) {
        this.services = services;
    }

    @Override
    public CommandResult call() {
        if (machines.isEmpty() == (role == null) || role != null && !role.equals(WORKERS)) {
            throw LabException.invalid("machine-not-named", "Say which machines to replace: some by name, or all "
                    + "workers.", "hybridlab replace LAB MACHINE, or hybridlab replace LAB --role workers.");
        }
        NamedLab named = named();
        ReplaceService service = services.apply(context());
        List<String> chosen = service.machines(named, machines);
        confirm(chosen, service.onDisks(named, chosen));
        ReplaceResult result = service.replace(named, chosen);
        if (!result.last().run().green()) {
            say("`hybridlab up %s` ends the replacement that was begun.".formatted(word()));
            return CommandResult.failed(result.last().run());
        }
        return CommandResult.of(REPLACEMENT, new Replacement(result.last().summary().lab(),
                result.replaced()),
                "Replaced: " + String.join(", ", result.replaced())).exitingWith(result.last().exitCode());
    }

    public record Replacement(String lab, List<String> machines) {
    }

    private void confirm(List<String> chosen, String lost) {
        new Question(session).meant("Replacing",
                "Destroy %s of the lab %s with %s, and make it again?".formatted(String.join(", then ", chosen), word(),
                        lost), "Nothing was replaced.");
    }
}
