package org.hybridlab.cli.support;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.MachinesOff;

/** Runs an interactive program against a lab. Reports if no machine runs. */
public final class LabForeground {
    /** Suspended machines accept connections and are silent. Programs wait 10 s and more for them. */
    private static final int SILENT_MILLIS = 2000;

    private final Session session;

    public LabForeground(Session session) {
        this.session = session;
    }

    /** Returns the program's exit code. @param unanswered exit codes that may mean no answer */
    public int run(LabAccess lab, Command command, IntPredicate unanswered) {
        return run(command, unanswered, () -> MachinesOff.of(lab, session.context()));
    }

    int run(Command command, IntPredicate unanswered, Supplier<Optional<LabException>> off) {
        CountDownLatch ended = new CountDownLatch(1);
        AtomicBoolean told = new AtomicBoolean();
        Thread beside = new Thread(() -> tellEarly(ended, told, off), "hybridlab-machines-off");
        beside.setDaemon(true);
        beside.start();
        int code;
        try {
            code = session.foreground().run(command);
        } finally {
            ended.countDown();
        }
        if (unanswered.test(code) && !told.get()) {
            tell(told, off.get());
        }
        return code;
    }

    private void tellEarly(CountDownLatch ended, AtomicBoolean told, Supplier<Optional<LabException>> off) {
        try {
            if (!ended.await(SILENT_MILLIS, TimeUnit.MILLISECONDS)) {
                Optional<LabException> failure = off.get();
                if (ended.getCount() > 0) {
                    tell(told, failure);
                }
            }
        } catch (InterruptedException | LabException e) {
            // The program goes on. Its exit code is judged at the end.
            return;
        }
    }

    private void tell(AtomicBoolean told, Optional<LabException> failure) {
        failure.filter(ignored -> told.compareAndSet(false, true)).ifPresent(new FailurePrinter(session)::print);
    }
}
