package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import org.hybridlab.engine.journal.Entry;
import org.hybridlab.engine.journal.FileJournal;
import org.hybridlab.engine.plan.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of a real process with the real journal on a real disk. */
class KilledProcessTest {
    @TempDir
    Path dir;

    @Test
    @Timeout(60)
    void process_afterKill_goesOnFromRecord() throws Exception {
        Path world = dir.resolve("world");
        Random random = new Random(7);
        for (int i = 0; i < 6; i++) {
            JavaProcess process = JavaProcess.start(FileWorldRun.class, dir.toString());
            for (int starts = random.nextInt(5); starts >= 0; starts--) {
                process.line();
            }
            LockSupport.parkNanos(random.nextInt(20) * 1_000_000L);
            process.kill();
        }
        int wholeBefore = whole(world).size();
        Set<String> doneBefore = done();

        JavaProcess last = JavaProcess.start(FileWorldRun.class, dir.toString());
        String out = last.rest();

        assertThat(last.await()).as(out).isZero();
        assertThat(whole(world)).hasSize(FileWorldRun.CHAINS * FileWorldRun.LENGTH);
        assertThat(out.lines().filter(line -> line.endsWith(" SKIPPED")).map(line -> line.split(" ")[0]))
                .containsExactlyInAnyOrderElementsOf(doneBefore);
        assertThat(wholeBefore).as("the kills came half way")
                .isBetween(1, FileWorldRun.CHAINS * FileWorldRun.LENGTH - 1);
    }

    private Set<String> done() {
        return FileJournal.read(dir.resolve("state/journal.jsonl")).entries().stream()
                .filter(entry -> entry.kind() == Entry.Kind.DONE).map(Entry::step).collect(Collectors.toSet());
    }

    private static List<Step> whole(Path world) {
        return FileWorldRun.plan(world).steps().stream().filter(step -> FileWorldRun.isWhole(world.resolve(step.id())))
                .toList();
    }
}
