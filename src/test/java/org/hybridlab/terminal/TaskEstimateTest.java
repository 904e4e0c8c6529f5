package org.hybridlab.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.TaskProgress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskEstimateTest {
    /** Seconds that pieces usually take: those of a bundle and a box. */
    private static final List<Integer> PIECES = List.of(320, 60, 60, 150, 70, 10, 5, 60, 5, 80, 30, 20, 45);

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 1, 2, 6})
    void neverGoesBackAndNeverReachesTheEnd(double slower) {
        List<Estimate> seen = story(slower);

        for (int i = 1; i < seen.size(); i++) {
            assertThat(seen.get(i).share()).isGreaterThanOrEqualTo(seen.get(i - 1).share());
        }
        assertThat(seen).allSatisfy(estimate -> assertThat(estimate.percent()).isBetween(0, 99));
        assertThat(seen.get(0).percent()).isZero();
        assertThat(seen.get(seen.size() - 1).percent()).isGreaterThan(90);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 2, 4})
    void learnsHowFastThisHostIs(double slower) {
        List<Estimate> seen = story(slower);
        int half = seen.size() / 2;

        assertThat((double) seen.get(half).left().toSeconds()).isBetween(0.6 * half, 1.5 * half);
    }

    @Test
    void slowPiece_saysSo_andStillMoves() {
        TaskEstimate task = task(0, 60, 100);

        assertThat(task.at(Story.at(30)).message()).isEqualTo("30 %, about 2 min left");
        Estimate late = task.at(Story.at(100));
        Estimate later = task.at(Story.at(130));
        assertThat(late.message()).isEqualTo("59 %, longer than usual");
        assertThat(later.share()).isGreaterThan(late.share()).isLessThan(0.60);
    }

    @Test
    void endlessOnePieceTask_staysBelowItsEnd() {
        assertThat(task(0, 10, 10).at(Story.at(100_000)).text()).isEqualTo("[#########-] 99 %, longer than usual");
    }

    @Test
    void growingTotal_takesNothingShownBack() {
        TaskEstimate task = task(0, 50, 100);
        int before = task.at(Story.at(40)).percent();
        task.apply(progress(50, 100, 1000), Story.at(50));

        assertThat(task.at(Story.at(51)).percent()).isEqualTo(before);
    }

    @Test
    void timeLeft_isNoFinerThanKnown() {
        assertThat(List.of(3, 12, 38, 59, 61, 400, 3000)).extracting(seconds ->
                new Estimate(0.5, Duration.ofSeconds(seconds), false).text()).containsExactly(
                "[#####-----] 50 %, a few seconds left", "[#####-----] 50 %, about 15 s left",
                "[#####-----] 50 %, about 40 s left", "[#####-----] 50 %, about 1 min left",
                "[#####-----] 50 %, about 2 min left", "[#####-----] 50 %, about 7 min left",
                "[#####-----] 50 %, about 50 min left");
    }

    /** What is seen each second while all pieces take that much longer than usual. */
    private static List<Estimate> story(double slower) {
        int total = PIECES.stream().mapToInt(piece -> piece).sum();
        List<Estimate> seen = new ArrayList<>();
        TaskEstimate task = task(0, PIECES.get(0), total);
        int done = 0;
        for (int piece : PIECES) {
            task.apply(progress(done, piece, total), Story.at(seen.size()));
            int end = (int) ((done + piece) * slower);
            while (seen.size() < end) {
                seen.add(task.at(Story.at(seen.size())));
            }
            done += piece;
        }
        return seen;
    }

    private static TaskEstimate task(int done, int current, int total) {
        return new TaskEstimate(progress(done, current, total), Story.NOON);
    }

    private static TaskProgress progress(int done, int current, int total) {
        return new TaskProgress(Duration.ofSeconds(done), Duration.ofSeconds(current), Duration.ofSeconds(total));
    }
}
