package org.hybridlab.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.cli.support.GlobalFlag;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes docs/reference/commands.md: every command with its arguments and options, as its own help has them. */
final class CommandsPage {
    private static final String INTRODUCTION = """
            # Commands

            `hybridlab COMMAND --help` shows the same on your terminal. In a folder with a `lab.yaml` you can leave \
            out `LAB`.
            Elsewhere `LAB` is a name below `labs/`, a folder, or a lab file.

            This page is generated from the commands themselves.
            """;
    private static final String GLOBAL = """

            ## Global options

            Every command takes these, before or after its name. Where a variable is named, it sets the default.

            | option | what it does |
            |---|---|
            """;
    private final StringBuilder page = new StringBuilder(INTRODUCTION);
    private final Set<String> global = Stream.of(GlobalFlag.values()).map(flag -> flag.usage().strip()
            .replaceFirst("^-\\w, ", "").replaceFirst("=.*", "")).collect(Collectors.toSet());

    private CommandsPage() {
    }

    /** @param commands the tree of each command, by its name */
    static String of(Map<CommandName, CommandLine> commands) {
        CommandsPage commandsPage = new CommandsPage();
        commandsPage.contents(commands);
        commandsPage.page.append(GLOBAL);
        Stream.of(GlobalFlag.values()).forEach(flag -> commandsPage.row(flag.usage().strip(), flag.description()));
        commandsPage.row("--version", "Print the version.");
        commands.values().forEach(commandsPage::command);
        return commandsPage.page.toString();
    }

    private void contents(Map<CommandName, CommandLine> commands) {
        page.append("\n| command | what it does |\n|---|---|\n");
        commands.keySet().forEach(name -> page.append("| [`%s`](#%s) | %s |\n".formatted(name.id(),
                "hybridlab-" + name.id(), name.summary())));
    }

    private void command(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        page.append("\n## %s\n\n%s\n".formatted(spec.qualifiedName(), text(spec.usageMessage().description())));
        page.append("\n```\n%s```\n".formatted(synopsis(command)));
        parameters(spec);
        examples(spec);
        command.getSubcommands().values().forEach(this::command);
    }

    private static String synopsis(CommandLine command) {
        return command.getHelp().synopsis("Usage: ".length()).lines().map(String::stripTrailing)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private void parameters(CommandSpec spec) {
        List<PositionalParamSpec> arguments = spec.positionalParameters().stream().filter(one -> !one.hidden())
                .toList();
        List<OptionSpec> options = spec.options().stream()
                .filter(one -> !one.hidden() && !one.usageHelp() && !global.contains(one.longestName())).toList();
        if (!arguments.isEmpty() || !options.isEmpty()) {
            page.append("\n| argument or option | what it does |\n|---|---|\n");
            arguments.forEach(one -> row(one.paramLabel(), text(one.description())));
            options.forEach(one -> row(String.join(", ", one.names()) + (one.arity().max() == 0 ? ""
                    : "=" + one.paramLabel().replaceFirst("^=", "")), text(one.description())));
        }
    }

    private void examples(CommandSpec spec) {
        String footer = String.join("\n", spec.usageMessage().footer()).replace("%n", "\n");
        List<String> examples = footer.lines().map(String::strip).filter(line -> line.startsWith("hybridlab "))
                .toList();
        if (!examples.isEmpty()) {
            page.append("\n```sh\n%s\n```\n".formatted(String.join("\n", examples)));
        }
    }

    private void row(String words, String description) {
        page.append("| `%s` | %s |\n".formatted(words, description.replace("|", "\\|").replace("<", "&lt;")));
    }

    private static String text(String[] lines) {
        return String.join(" ", lines).replace("%n", " ").replaceAll("\\s+", " ").strip();
    }
}
