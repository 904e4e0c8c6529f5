package org.hybridlab.terminal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.terminal.RunPicture.RunningStep;

/**
 * The lines of the live picture: the count, how far the run has come, each running step, and the newest line of the
 * slowest.
 */
final class LiveTree {
    private LiveTree() {
    }

    static List<String> lines(RunPicture picture, Instant now, Screen screen) {
        if (picture.planned() == 0) {
            return List.of();
        }
        // The last column and row stay free: writing there makes some terminals scroll.
        int width = screen.columns() - 1;
        int room = Math.max(1, screen.rows() - 4);
        RunningStep slowest = picture.slowest().orElse(null);
        List<String> lines = new ArrayList<>();
        lines.add(Printable.cut("%s%d of %d steps, %s".formatted(
                picture.estimate(now).map(estimate -> estimate.text() + "; ").orElse(""), picture.finished(),
                picture.planned(), Printable.duration(picture.elapsed(now))), width));
        for (RunningStep step : picture.running().stream().limit(room).toList()) {
            lines.add(Printable.cut("%s%s  %s%s%s".formatted(screen.branch(), step.title(),
                    Printable.duration(step.elapsed(now)),
                    step.attempt() > 1 ? ", attempt " + step.attempt() : "",
                    picture.estimate(step, now).map(estimate -> "  " + estimate.text()).orElse("")), width));
            if (step == slowest && !step.newestLine().isEmpty()) {
                lines.add(screen.colors().faint(Printable.cut(screen.stem() + step.newestLine(), width)));
            }
        }
        int hidden = picture.running().size() - room;
        if (hidden > 0) {
            lines.add(screen.branch() + hidden + " more");
        }
        return lines;
    }
}
