package org.hybridlab.cli.command;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.ResultRenderer;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.host.HostFiles;
import org.hybridlab.service.context.RecordedChoices;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.PageNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "open", footer = "  hybridlab open first-cluster numbers")
public final class OpenCommand extends LabCommand {
    private static final DocumentKind<Address> APP_ADDRESS = new DocumentKind<>("app-address", Address.class);
    private static final List<String> BROWSERS = List.of("xdg-open", "open", "explorer");

    @Parameters(index = "1", arity = "0..1", paramLabel = "APP",
            description = "Without it: the lab's first app with a page.")
    private String app;
    @Option(names = "--print", description = "Only print its address. So does --output json.")
    private boolean print;

    @Override
    public CommandResult call() {
        LabAccess access = access();
        Lab read = RecordedChoices.read(access.location().file(),
                Optional.of(access.known().orElseThrow(access::notUp))).orThrow();
        String url = app(read).url(PageNode.of(access, read, context())).orElseThrow();
        new ResultRenderer(session).text(List.of(url));
        boolean desktop = session.environment().containsKey("DISPLAY")
                || session.environment().containsKey("WAYLAND_DISPLAY")
                || !System.getProperty("os.name").startsWith("Linux");
        if (!print && desktop && !session.options().forPrograms()) {
            browser().ifPresent(program -> session.foreground()
                    .runAside(org.hybridlab.common.process.Command.of(program, url)));
        }
        return CommandResult.of(APP_ADDRESS, new Address(url), List.of());
    }

    public record Address(String url) {
    }

    private App app(Lab read) {
        return read.apps().stream().filter(one -> app == null ? one.nodePort().isPresent() : one.name().equals(app))
                .findFirst().filter(one -> one.nodePort().isPresent())
                .orElseThrow(() -> LabException.invalid("app-unknown", missing(read), advice(read)));
    }

    private String missing(Lab read) {
        return app == null ? read.name() + " has no app with a page."
                : isThere(read) ? "The app %s of %s has no page.".formatted(app, read.name())
                : "%s has no app '%s'.".formatted(read.name(), app);
    }

    private String advice(Lab read) {
        List<App> pages = read.apps().stream().filter(one -> one.nodePort().isPresent()).toList();
        if (read.apps().isEmpty()) {
            return "Add an app with `nodePort:` to the lab file, then run `hybridlab up %s`.".formatted(word());
        }
        if (app != null && !isThere(read)) {
            return Suggestion.sentence(app, names(read.apps())) + "Its apps: %s."
                    .formatted(String.join(", ", names(read.apps())));
        }
        return pages.isEmpty() ? "Write `nodePort:` of the app in the lab file, as its Service has it."
                : "Apps with a page: %s.".formatted(String.join(", ", names(pages)));
    }

    private boolean isThere(Lab read) {
        return names(read.apps()).contains(app);
    }

    private static List<String> names(List<App> apps) {
        return apps.stream().map(App::name).toList();
    }

    private Optional<String> browser() {
        HostFiles files = HostFiles.ofThisHost(session.environment());
        return BROWSERS.stream().filter(program -> files.program(program).isPresent()).findFirst();
    }
}
