package org.hybridlab.cli.command;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.Table;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.orphan.Orphan;
import org.hybridlab.service.orphan.OrphanService;
import org.hybridlab.service.orphan.OrphanService.OrphanList;
import org.hybridlab.service.orphan.OrphanService.OrphanRemoval;

public final class OrphanCalls {
    private static final DocumentKind<RemovedOrphans> ORPHAN_REMOVAL =
            new DocumentKind<>("orphan-removal", RemovedOrphans.class);
    private static final DocumentKind<OrphanService.OrphanList> ORPHAN_LIST =
            new DocumentKind<>("orphan-list", OrphanService.OrphanList.class);

    private final Session session;
    private final OrphanService service;

    public OrphanCalls(Session session) {
        this.session = session;
        this.service = new OrphanService(session.context());
    }

    public CommandResult list() {
        OrphanList all = service.list();
        List<LabException> failures = all.failure().stream().toList();
        failures.forEach(session.context().listener()::failed);
        return CommandResult.of(ORPHAN_LIST, all, lines(all)).withFailures(all.exitCode(), failures);
    }

    public CommandResult destroy() {
        OrphanList all = service.list();
        List<Orphan> shown = all.orphans();
        if (!shown.isEmpty()) {
            lines(all).forEach(session.err()::println);
            confirm(shown.size());
        }
        OrphanRemoval done = service.remove(shown);
        String line = shown.isEmpty() ? none(all)
                : "Removed %d of %d.".formatted(done.removed().size(), shown.size());
        return CommandResult.of(ORPHAN_REMOVAL, new RemovedOrphans(done.removed(), done.remaining(),
                done.notAsked()), line).withFailures(done.exitCode(), done.failures());
    }

    public record RemovedOrphans(List<Orphan> removed, List<Orphan> remaining, List<String> notAsked) {
    }

    private void confirm(int count) {
        new Question(session).meant("Removing orphans", "Remove %s?".formatted(count == 1 ? "it" : "these " + count),
                "Nothing was removed.");
    }

    private static List<String> lines(OrphanList all) {
        Table table = new Table("WHAT", "NAME", "LAB", "SINCE", "SIZE");
        List<Orphan> both = Stream.concat(all.orphans().stream(), all.unknown().stream()).toList();
        both.forEach(one -> table.add(one.kind(), shown(one.name()), one.lab().orElse("-"), age(one.since()),
                one.bytes().isEmpty() ? "-" : String.format(Locale.ROOT, "%.1f MB", one.bytes().getAsLong() / 1e6)));
        List<String> rows = table.lines();
        List<String> lines = new ArrayList<>(List.of(all.orphans().isEmpty() ? none(all) : rows.get(0)));
        for (int i = 0; i < both.size(); i++) {
            if (i == all.orphans().size()) {
                lines.addAll(List.of("", "Not judged, and never removed by `destroy --orphans`:"));
            }
            lines.addAll(List.of(rows.get(i + 1), "  " + both.get(i).reason()));
        }
        return lines;
    }

    private static String none(OrphanList all) {
        return all.notAsked().isEmpty() ? "There are no orphans on this host."
                : "No orphans were found, but not every provider answered.";
    }

    /** 12 of 64 characters of a volume's name are enough. */
    private static String shown(String name) {
        return name.matches("[0-9a-f]{64}") ? name.substring(0, 12) : name;
    }

    private static String age(Optional<Instant> since) {
        return since.map(when -> Duration.between(when, Instant.now())).map(age -> age.toDays() > 0
                ? age.toDays() + " d" : age.toHours() > 0 ? age.toHours() + " h" : age.toMinutes() + " min")
                .orElse("-");
    }
}
