package org.hybridlab.cli.command;

import java.util.List;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.cache.CacheEntry;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.Removal;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.terminal.Interrupts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "clean", description = {"Remove what is old from hybridlab's cache.",
    "What labs on this host need is kept, and so is what hybridlab did not make."},
        footer = "  hybridlab cache clean --all --yes")
public final class CacheCleanCommand extends SessionCommand {
    @Option(names = "--builds", description = "Also what makes builds of bundles and boxes faster.")
    private boolean builds;
    @Option(names = "--all", description = "Also that, and what this hybridlab would use, unless a lab is up.")
    private boolean all;

    /**
     * @param bytes that became free
     * @param kept entries that stay because labs are on this host
     */
    public record CacheRemoval(List<String> removed, long bytes, List<String> kept, List<String> labs) {
    }

    @Override
    public CommandResult call() {
        CacheService cache = new CacheService(session);
        List<CacheEntry> entries = cache.entries();
        List<CacheEntry> wanted = entries.stream().filter(this::isMeant).toList();
        boolean labs = !cache.labs().isEmpty();
        List<CacheEntry> kept = wanted.stream().filter(entry -> labs && entry.mayServeLabs()).toList();
        List<CacheEntry> going = wanted.stream().filter(entry -> !kept.contains(entry)).toList();
        if (!kept.isEmpty()) {
            session.err().printf("%d entries stay, which labs on this host may need: %s.%n", kept.size(),
                    String.join(", ", cache.labs()));
        }
        if (!going.isEmpty()) {
            List<String> rows = going.stream()
                    .map(entry -> "  %-54s %10s".formatted(entry.name(), CacheService.size(entry.bytes()))).toList();
            new Question(session).removal(rows, "%d entries with %s from %s".formatted(going.size(),
                    CacheService.size(bytes(going)), cache.folder()), "cache list");
        }
        return remove(going, kept, cache);
    }

    private boolean isMeant(CacheEntry entry) {
        return switch (entry.use()) {
            case OLD -> true;
            case BUILD -> builds || all;
            case CURRENT -> all;
            case UNKNOWN -> false;
        };
    }

    private CommandResult remove(List<CacheEntry> going, List<CacheEntry> kept, CacheService cache) {
        Fetching fetching = new Fetching(this::say, session.cancellation());
        Removal<CacheEntry> removal;
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), this::say)) {
            removal = Removal.of(going, session, entry -> cache.remove(entry, fetching));
        }
        List<CacheEntry> removed = removal.removed();
        return removal.told(CommandResult.of(DocumentKind.CACHE_REMOVAL, new CacheRemoval(names(removed),
                bytes(removed), names(kept), cache.labs()), removed.isEmpty() ? "Nothing was removed."
                : "Removed %d entries: %s are free again.".formatted(removed.size(),
                        CacheService.size(bytes(removed)))));
    }

    private static List<String> names(List<CacheEntry> entries) {
        return entries.stream().map(CacheEntry::name).toList();
    }

    private static long bytes(List<CacheEntry> entries) {
        return entries.stream().mapToLong(CacheEntry::bytes).sum();
    }
}
