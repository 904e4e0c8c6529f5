package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.cache.CacheEntry;
import org.hybridlab.artifact.cache.CacheEntry.CacheUse;
import org.hybridlab.artifact.cache.UserCache;
import org.hybridlab.artifact.image.ImageCache;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.Removal;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.cli.support.Table;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.text.EnumIds;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.LoadedImages;
import org.hybridlab.service.lab.HostService;
import org.hybridlab.terminal.Interrupts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands of {@code hybridlab cache}. */
public final class CacheCommands {
    private CacheCommands() {
    }

    public static CommandGroup group() {
        return new CommandGroup("hybridlab cache list", new CacheListCommand(), new CacheCleanCommand());
    }

    @Command(name = "list", description = "Show what is in hybridlab's cache, how large and how old it is.",
            footer = "  hybridlab cache list --output json")
    public static final class CacheListCommand extends SessionCommand {
        private static final DocumentKind<CacheContents> CACHE_LIST =
                new DocumentKind<>("cache-list", CacheContents.class);

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
            return CommandResult.of(CACHE_LIST, new CacheContents(cache.folder(), bytes,
                    entries.stream().map(CacheLine::of).toList(), cache.labs()), lines);
        }
    }

    @Command(name = "clean", description = {"Remove what is old from hybridlab's cache.",
        "What labs on this host need is kept, and so is what hybridlab did not make."},
            footer = "  hybridlab cache clean --all --yes")
    public static final class CacheCleanCommand extends SessionCommand {
        private static final DocumentKind<CacheRemoval> CACHE_REMOVAL =
                new DocumentKind<>("cache-removal", CacheRemoval.class);

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
                        .map(entry -> "  %-54s %10s".formatted(entry.name(), CacheService.size(entry.bytes())))
                        .toList();
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
            return removal.told(CommandResult.of(CACHE_REMOVAL, new CacheRemoval(names(removed),
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

    static final class CacheService {
        private final Session session;
        private final UserCache cache;

        CacheService(Session session) {
            this.session = session;
            Boxes boxes = new HostService(session.context()).boxes();
            // Without a record that can be read, all stay.
            Optional<Set<String>> loaded = LabException.known(() -> LoadedImages.digests(session.folders()).stream()
                    .map(ImageCache::folderOf).collect(Collectors.toSet()));
            // Names of the launcher's class-data archives contain this.
            String home = session.context().home().toAbsolutePath().normalize().toString().replace('/', '-');
            this.cache = new UserCache(session.folders().cache(), session.context().bundles().folders(),
                    boxes::isCurrentPayload, name -> name.contains(home + "-lib@")
                            || name.contains(home + "-target-lib@"), name -> !name.startsWith(
                                    ImageCache.LOADED) || loaded.isEmpty() || loaded.get().contains(name));
        }

        Path folder() {
            return cache.root();
        }

        List<CacheEntry> entries() {
            return cache.entries();
        }

        void remove(CacheEntry entry, Fetching fetching) {
            cache.remove(entry, fetching);
        }

        /** Labs with machines on this host, or on one that shares this home folder. */
        List<String> labs() {
            return new KnownLabs(session.folders()).everywhere().stream().map(KnownLab::name).distinct().toList();
        }

        static String size(long bytes) {
            return bytes >= 1_000_000_000 ? "%.1f GB".formatted(bytes / 1e9) : "%.1f MB".formatted(bytes / 1e6);
        }

        static String age(Instant changed, Instant now) {
            long days = Duration.between(changed, now).toDays();
            return days <= 0 ? "today" : days == 1 ? "yesterday" : days + " days ago";
        }
    }
}
