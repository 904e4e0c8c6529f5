package org.hybridlab.service.orphan;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.context.ServiceContext;

/** Finds and removes what crashes left on this host. Asks nobody. */
public final class OrphanService {
    private final ServiceContext context;

    public OrphanService(ServiceContext context) {
        this.context = context;
    }

    /**
     * @param orphans in an order that allows removal
     * @param unknown what has hybridlab's name or label, but cannot be judged by this user
     * @param notAsked providers of possible machines that did not answer, with their errors
     */
    public record OrphanList(List<Orphan> orphans, List<Orphan> unknown, List<String> notAsked) {
        public ExitCode exitCode() {
            return notAsked.isEmpty() ? ExitCode.OK : ExitCode.NOT_JUDGED;
        }

        public Optional<LabException> failure() {
            return notJudged(notAsked);
        }
    }

    /** @param remaining orphans that are still there */
    public record OrphanRemoval(List<Orphan> removed, List<Orphan> remaining, List<String> notAsked,
                                ExitCode exitCode, List<LabException> failures) {
    }

    public OrphanList list() {
        OrphanSearch search = new OrphanSearch(context).run(true);
        return new OrphanList(List.copyOf(search.found().keySet()), search.unknown(), search.notAsked());
    }

    /** Removes those that were shown and are still orphans, then looks again. */
    public OrphanRemoval remove(List<Orphan> shown) {
        List<LabException> failures = new ArrayList<>();
        new OrphanSearch(context).run(false).found().entrySet().stream()
                .filter(one -> shown.stream().anyMatch(old -> isSame(old, one.getKey())))
                .forEach(one -> remove(one, failures));
        OrphanSearch after = new OrphanSearch(context).run(false);
        List<Orphan> remaining = shown.stream().filter(one -> after.found().keySet().stream()
                .anyMatch(still -> isSame(one, still))).toList();
        List<Orphan> removed = shown.stream().filter(one -> !remaining.contains(one) && after.lacks(one)).toList();
        shown.stream().filter(one -> !remaining.contains(one) && !removed.contains(one)).forEach(one ->
                context.listener().message("Left %s: it is no orphan any more, or its provider does not answer."
                        .formatted(one.title())));
        if (!remaining.isEmpty()) {
            failures.add(0, LabException.labFailed("orphans-remain", "%d of %d are still there: %s.".formatted(
                    remaining.size(), shown.size(), String.join(", ", remaining.stream().map(Orphan::title).toList())),
                    "Run the same command again. If something uses them, end that first."));
        } else {
            notJudged(after.notAsked()).ifPresent(failures::add);
        }
        failures.forEach(context.listener()::failed);
        ExitCode code = failures.isEmpty() ? ExitCode.OK : failures.get(0).exitCode();
        return new OrphanRemoval(removed, remaining, after.notAsked(), code, failures);
    }

    private static Optional<LabException> notJudged(List<String> notAsked) {
        return notAsked.isEmpty() ? Optional.empty() : Optional.of(LabException.notJudged("orphans-not-judged",
                "Some providers did not answer: %s".formatted(String.join("; ", notAsked)),
                "Install or start it, for example by `hybridlab setup --provider libvirt`, and run this again."));
    }

    private void remove(Map.Entry<Orphan, Runnable> one, List<LabException> failures) {
        try {
            one.getValue().run();
        } catch (UncheckedIOException e) {
            context.listener().message("%s: %s".formatted(one.getKey().title(), e.getMessage()));
        } catch (LabException e) {
            if (context.cancellation().isRequested()) {
                throw e;
            }
            failures.add(e);
        }
    }

    private static boolean isSame(Orphan one, Orphan other) {
        return one.kind().equals(other.kind()) && one.name().equals(other.name()) && one.lab().equals(other.lab())
                && one.provider().equals(other.provider());
    }
}
