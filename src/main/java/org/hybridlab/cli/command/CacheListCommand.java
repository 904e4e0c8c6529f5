package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.artifact.cache.CacheEntry;
import org.hybridlab.artifact.cache.CacheEntry.CacheUse;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.cli.support.Table;
import org.hybridlab.common.text.EnumIds;
import picocli.CommandLine.Command;

@Command(name = "list", description = "Show what is in hybridlab's cache, how large and how old it is.",
        footer = "  hybridlab cache list --output json")
public final class CacheListCommand extends SessionCommand {
    /** @param labs names of labs on this host, for which current entries are kept */
    public record CacheContents(Path folder, long bytes, List<CacheLine> entries, List<String> labs) {
    }

    record CacheLine(String name, CacheUse use, long bytes, String changed) {
        static CacheLine of(CacheEntry entry) {
            return new CacheLine(entry.name(), entry.use(), entry.bytes(), entry.changed().toString());
        }
    }

    @Override
    public CommandResult call() {
        CacheService cache = new CacheService(session);
        List<CacheEntry> entries = cache.entries();
        Table table = new Table("ENTRY", "USE", "SIZE", "CHANGED");
        entries.forEach(entry -> table.add(entry.name(), EnumIds.of(entry.use()), CacheService.size(entry.bytes()),
                CacheService.age(entry.changed(), Instant.now())));
        List<String> lines = new ArrayList<>(table.lines());
        long bytes = entries.stream().mapToLong(CacheEntry::bytes).sum();
        lines.add("%s in %s. `hybridlab cache clean` removes what is old.".formatted(CacheService.size(bytes),
                cache.folder()));
        return CommandResult.of(DocumentKind.CACHE_LIST, new CacheContents(cache.folder(), bytes,
                entries.stream().map(CacheLine::of).toList(), cache.labs()), lines);
    }
}
