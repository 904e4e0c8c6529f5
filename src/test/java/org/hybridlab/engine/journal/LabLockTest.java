package org.hybridlab.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.ThisHost;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.JavaProcess;
import org.hybridlab.engine.LockHolder;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.Steps;
import org.hybridlab.engine.plan.Plan;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class LabLockTest {
    @TempDir
    Path dir;
    private RunFolder folder;

    @BeforeEach
    void folder() {
        folder = new RunFolder(dir.resolve("state"), dir.resolve("logs"));
    }

    @Test
    void heldLab_tellsAnotherProcess_itsOwner() throws Exception {
        JavaProcess other = JavaProcess.start(LockHolder.class, dir.toString());
        assertThat(other.line()).isEqualTo("locked");

        LabException e = failure(this::acquire);
        assertThat(e.id()).isEqualTo("lab-locked");
        assertThat(e.what()).contains("process " + other.pid() + " since 2");
        assertThat(e.exitCode()).isEqualTo(ExitCode.HOST_NOT_READY);

        other.kill();
        acquire().close();
    }

    @Test
    void lock_inUnwritableState_isNoBug() throws Exception {
        Files.writeString(dir.resolve("state"), "");

        assertThat(failure(this::acquire).id()).isEqualTo("lab-not-lockable");
    }

    @Test
    void heldLock_afterAnotherThreadTried_staysHeld() throws Exception {
        try (LabLock lock = acquire()) {
            assertThatThrownBy(this::acquire).isInstanceOf(LabException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid());

            assertThat(JavaProcess.start(LockHolder.class, dir.toString()).line()).isEqualTo("lab-locked");
        }
    }

    @Test
    void secondRun_inSameProcess_isRefused() {
        Plan plan = new Plan(List.of(Steps.step("a", context -> engine().run(new Plan(List.of()),
                new Cancellation()))));

        RunResult result = engine().run(plan, new Cancellation());

        assertThat(result.step("a").failure().orElseThrow().id()).isEqualTo("lab-locked");
    }

    @Test
    void anOwnerThatIsGoneHoldsNothing() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        ownerFile(new LockOwner(gone.pid(), Instant.now(), Instant.now(), ThisHost.here(), ""));

        acquire().close();
    }

    @Test
    void lock_whosePidWasReused_isFree() throws Exception {
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        ownerFile(new LockOwner(parent.pid(), Instant.parse("2020-01-01T00:00:00Z"), Instant.now(), ThisHost.here(),
                ""));
        acquire().close();

        ownerFile(new LockOwner(ProcessHandle.current().pid(), Instant.parse("2020-01-01T00:00:00Z"), Instant.now(),
                ThisHost.here(), ""));
        acquire().close();
    }

    @Test
    void unreadableOwnerFile_holdsNothing() throws Exception {
        acquire().close();
        Files.writeString(folder.lockOwner(), "{\"pid\":");

        acquire().close();
    }

    @Test
    void process_ofAnotherHost_isNotJudgedHere() throws Exception {
        LockOwner here = LockOwner.thisProcess(Instant.now());
        ownerFile(new LockOwner(here.pid(), here.started(), here.since(),
                new ThisHost("ffffffffffffffff", "elsewhere"), ""));

        acquire().close();
    }

    @Test
    void holder_onAnotherHost_isNamedWithIt() throws Exception {
        JavaProcess other = JavaProcess.start(LockHolder.class, dir.toString());
        assertThat(other.line()).isEqualTo("locked");
        ownerFile(new LockOwner(4711, Instant.now(), Instant.now(), new ThisHost("ffffffffffffffff", "elsewhere"), ""));

        LabException e = failure(this::acquire);
        assertThat(e.what()).contains("process 4711 of the host elsewhere");
        assertThat(e.advice()).contains("there with `kill 4711`. Then run");
        other.kill();
    }

    @Test
    void holder_withKnownCommand_isNamedWithIt() throws Exception {
        JavaProcess other = JavaProcess.start(LockHolder.class, dir.toString());
        assertThat(other.line()).isEqualTo("locked");
        ownerFile(new LockOwner(4711, Instant.now(), Instant.parse("2026-11-25T22:20:23.651421018Z"), ThisHost.here(),
                "snapshot save"));

        assertThatThrownBy(this::acquire).isInstanceOfSatisfying(LabException.class, e -> assertThat(e.what())
                .isEqualTo("Another hybridlab works on this lab: `hybridlab snapshot save`, process 4711 since "
                        + "2026-11-25 22:20:23 UTC."));
        other.kill();
    }

    @Test
    void ownerFile_withoutCommand_isUnreadable() throws Exception {
        acquire().close();
        Files.writeString(folder.lockOwner(), "{\"pid\": 4711, \"started\": \"2026-11-25T22:00:00Z\", "
                + "\"since\": \"2026-11-25T22:20:23.651421018Z\", \"host\": {\"id\": \"\", \"name\": \"\"}}");

        assertThat(LockOwner.read(folder.lockOwner())).isEmpty();
    }

    /** Else one who waits for the deleted file and one who makes it again would both hold the lab. */
    @Test
    void lock_afterItsFolderIsDeleted_isHeld() throws Exception {
        folder = new RunFolder(dir.resolve("state"), dir.resolve("logs"), dir.resolve("locks/lab"));
        RunFolder.create(folder.state());
        try (LabLock lock = acquire()) {
            Files.delete(folder.state());
            assertThatThrownBy(this::acquire).isInstanceOf(LabException.class);
        }
        assertThat(dir.resolve("locks")).isDirectoryContaining("glob:**/lab");
        acquire().close();
    }

    @Test
    void ofManyThreadsOneGetsIt() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        List<LabLock> winners = new CopyOnWriteArrayList<>();
        List<Callable<Boolean>> tries = Collections.nCopies(32, () -> winners.add(acquire()));

        List<Future<Boolean>> all = pool.invokeAll(tries);
        pool.shutdown();

        assertThat(winners).hasSize(1);
        assertThat(all).filteredOn(one -> failureOf(one) instanceof LabException).hasSize(31);
        winners.get(0).close();
    }

    private static Throwable failureOf(Future<?> future) {
        try {
            future.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void lock_handedIn_mustBeTheLabs() {
        RunFolder otherFolder = new RunFolder(dir.resolve("other"), dir.resolve("logs"));
        try (LabLock other = LabLock.acquire(otherFolder, Clock.systemUTC())) {
            assertThatThrownBy(() -> engine().run(new Plan(List.of()), other, new Cancellation()))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    private void ownerFile(LockOwner owner) throws IOException {
        RunFolder.create(folder.state());
        owner.write(folder.lockOwner());
    }

    private LabLock acquire() {
        return LabLock.acquire(folder, Clock.systemUTC());
    }

    private Engine engine() {
        return new Engine(folder, Settings.of(2, Map.of()), Clock.systemUTC(), List.of());
    }
}
