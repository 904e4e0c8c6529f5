package org.hybridlab.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.hybridlab.engine.Event;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.report.Colors;
import org.hybridlab.terminal.LiveProgress.LiveTree;
import org.junit.jupiter.api.Test;

class LiveTreeTest {
    private static final Screen SCREEN = new Screen(60, 24, "|- ", "|     ", Colors.NONE);

    @Test
    void tree_showsWhatRuns_andSlowestsNewestLine() {
        assertThat(lines(SCREEN, Story.planned("boot", "init", "join"),
                Story.started(0, "boot"), Story.started(5, "init"),
                Story.line(6, "boot", "first"), Story.line(7, "boot", "second"), Story.line(8, "init", "other")))
                .containsExactly("0 of 3 steps, 1 min 40 s",
                        "|- Do boot  1 min 40 s",
                        "|     second",
                        "|- Do init  1 min 35 s");
    }

    @Test
    void tree_ofRun_showsShareAndTimeLeft() {
        assertThat(lines(new Screen(100, 24, "|- ", "|     ", Colors.NONE), Story.planned("box", "boot"),
                Story.started(0, "box"), Story.halfWay(40, "box")))
                .containsExactly("[####------] 45 %, about 2 min left; 0 of 2 steps, 1 min 40 s",
                        "|- Do box  1 min 40 s  [######----] 66 %, about 2 min left");
    }

    @Test
    void whatHasEndedCountsAndIsGone() {
        assertThat(lines(SCREEN, Story.planned("boot", "init"), Story.started(0, "boot"), Story.started(1, "init"),
                Story.finished(2, "boot", Outcome.DONE)))
                .containsExactly("1 of 2 steps, 1 min 40 s", "|- Do init  1 min 39 s");
    }

    @Test
    void anotherAttempt_keepsTheFirstOnesClock() {
        assertThat(lines(SCREEN, Story.planned("boot"), Story.started(0, "boot"),
                new Event.StepStarted(Story.at(60), "boot", 2, "another attempt")))
                .contains("|- Do boot  1 min 40 s, attempt 2");
    }

    @Test
    void neverWiderOrHigherThanTheScreen() {
        String[] ids = IntStream.range(0, 50).mapToObj(i -> "a-step-with-quite-a-long-name-" + i)
                .toArray(String[]::new);
        RunPicture picture = new RunPicture();
        picture.apply(Story.planned(ids));
        List.of(ids).forEach(id -> picture.apply(Story.started(0, id)));
        picture.apply(Story.line(1, ids[0], "x".repeat(500)));

        List<String> lines = LiveTree.lines(picture, Story.at(100), new Screen(30, 10, "|- ", "|     ", Colors.NONE));

        assertThat(lines).hasSizeLessThan(10).allSatisfy(line -> assertThat(line).hasSizeLessThan(30));
        assertThat(lines).contains("|- 44 more");
    }

    @Test
    void whatMachinesSendCannotMoveTheCursor() {
        assertThat(lines(SCREEN, Story.planned("boot"), Story.started(0, "boot"),
                Story.line(1, "boot", "\u001b[2J\u001b[31mred\u001b[0m\u0007\rnext\ttab")))
                .contains("|     rednext tab");
    }

    private static List<String> lines(Screen screen, Event... events) {
        RunPicture picture = new RunPicture();
        List.of(events).forEach(picture::apply);
        return LiveTree.lines(picture, Story.at(100), screen);
    }
}
