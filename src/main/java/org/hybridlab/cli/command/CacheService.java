package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.cache.CacheEntry;
import org.hybridlab.artifact.cache.UserCache;
import org.hybridlab.cli.support.Session;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.service.lab.HostService;

final class CacheService {
    private final Session session;
    private final UserCache cache;

    CacheService(Session session) {
        this.session = session;
        Boxes boxes = new HostService(session.context()).boxes();
        // Names of the launcher's class-data archives contain this.
        String home = session.context().home().toAbsolutePath().normalize().toString().replace('/', '-');
        this.cache = new UserCache(session.folders().cache(), session.context().bundles().folders(),
                boxes::isCurrentPayload, name -> name.contains(home + "-lib@") || name.contains(home + "-target-lib@"));
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
