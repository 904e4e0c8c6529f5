package org.hybridlab.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.cli.support.GlobalFlag;
import org.hybridlab.cli.support.ResultStream;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes a release's manual pages ({@code man/*.1.gz}) and completion scripts, in the build. The pages are {@code
 * --help} in roff: picocli's generator writes AsciiDoc, which needs a JRuby of 60 MB.
 */
public final class ManPages {
    private static final String PROGRAM = "hybridlab";

    private ManPages() {
    }

    /** @param arguments the folder to write to, and the version */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        for (CompletionCommand.Shell shell : CompletionCommand.Shell.values()) {
            Files.writeString(Files.createDirectories(folder.resolve("completions")).resolve(shell.file()),
                    shell.script());
        }
        Path pages = Files.createDirectories(folder.resolve("man"));
        write(pages.resolve("hybridlab.1.gz"), root(arguments[1]));
        Session session = Session.ofThisProcess(ResultStream.standardOutput());
        for (CommandName name : CommandName.values()) {
            CommandLine command = CommandTree.forCall(session, name.id()).getSubcommands().get(name.id());
            for (CommandLine one : Stream.concat(Stream.of(command), command.getSubcommands().values().stream())
                    .toList()) {
                String file = one.getCommandSpec().qualifiedName().replace(' ', '-') + ".1.gz";
                write(pages.resolve(file), page(one, arguments[1]));
            }
        }
    }

    static String root(String version) {
        return header(PROGRAM, version, "turn one small file into a checked Kubernetes cluster on Vagrant machines")
                + section("SYNOPSIS", ".B hybridlab\n[OPTION]... COMMAND [ARGUMENT]...\n")
                + section("COMMANDS", Stream.of(CommandName.values()).map(name -> entry(PROGRAM + "-" + name.id()
                        + "(1)", name.summary() + ".")).collect(Collectors.joining()))
                + section("OPTIONS", Stream.of(GlobalFlag.values()).map(flag -> entry(flag.usage().strip(),
                        flag.description())).collect(Collectors.joining()))
                + exitStatus() + section("EXAMPLES", ".nf\nhybridlab up first-cluster\n.fi\n");
    }

    static String page(CommandLine command, String version) {
        CommandSpec spec = command.getCommandSpec();
        String name = spec.qualifiedName().replace(' ', '-');
        String description = joined(spec.usageMessage().description());
        String summary = description.replaceFirst("\\.( .*)?$", "");
        List<String> parts = new ArrayList<>();
        parts.add(header(name, version, summary.substring(0, 1).toLowerCase(Locale.ROOT)
                + summary.substring(1)));
        parts.add(section("SYNOPSIS", ".nf\n" + text(command.getHelp().synopsis(0).stripTrailing()) + "\n.fi\n"));
        parts.add(section("DESCRIPTION", text(description) + "\n"));
        parts.add(section("COMMANDS", command.getSubcommands().values().stream().map(CommandLine::getCommandSpec)
                .map(one -> entry(one.qualifiedName().replace(' ', '-') + "(1)", joined(one.usageMessage()
                        .description()))).collect(Collectors.joining())));
        parts.add(section("ARGUMENTS", entries(spec.positionalParameters())));
        parts.add(section("OPTIONS", entries(spec.options())));
        parts.add(exitStatus());
        parts.add(section("EXAMPLES", ".nf\n" + Stream.of(spec.usageMessage().footer()).map(String::strip)
                .map(ManPages::text).collect(Collectors.joining("\n")) + "\n.fi\n"));
        parts.add(section("SEE ALSO", ".BR hybridlab (1)\n"));
        return String.join("", parts);
    }

    private static String entries(List<? extends ArgSpec> arguments) {
        return arguments.stream().filter(one -> !one.hidden()).map(one -> entry(label(one), joined(one.description())))
                .collect(Collectors.joining());
    }

    private static String label(ArgSpec argument) {
        String value = argument.arity().max() == 0 ? "" : argument.paramLabel();
        return argument instanceof OptionSpec option ? String.join(", ", option.names())
                + (value.isEmpty() ? "" : "=" + value) : value;
    }

    private static String joined(String... lines) {
        return String.join(" ", lines).replace("%n", " ");
    }

    private static String header(String name, String version, String summary) {
        return ".TH %s 1 \"\" \"hybridlab %s\" \"hybridlab\"\n".formatted(text(name.toUpperCase(Locale.ROOT)),
                version) + section("NAME", "%s \\- %s\n".formatted(text(name), text(summary)));
    }

    private static String exitStatus() {
        return section("EXIT STATUS", Stream.of(ExitCode.values()).map(code -> entry(Integer.toString(code.number()),
                code.meaning())).collect(Collectors.joining()));
    }

    private static String section(String title, String body) {
        return body.isEmpty() ? "" : ".SH %s\n%s".formatted(title, body);
    }

    private static String entry(String term, String description) {
        return ".TP\n.B %s\n%s\n".formatted(text(term), text(description));
    }

    /** Escapes roff requests, and dashes so that they can be copied. */
    private static String text(String plain) {
        return plain.lines().map(line -> line.replace("\\", "\\e").replace("-", "\\-"))
                .map(line -> line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line)
                .collect(Collectors.joining("\n"));
    }

    /** Compressed without a time, so that builds are reproducible. */
    private static void write(Path file, String page) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(page.getBytes(StandardCharsets.UTF_8));
        }
    }
}
