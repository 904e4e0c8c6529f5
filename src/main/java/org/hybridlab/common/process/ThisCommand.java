package org.hybridlab.common.process;

import java.util.concurrent.atomic.AtomicReference;

/** Which command of hybridlab this process runs, for those who wait for it. */
public final class ThisCommand {
    private static final AtomicReference<String> NAME = new AtomicReference<>("");

    private ThisCommand() {
    }

    /** For example {@code snapshot save}; empty if it is not known. */
    public static String name() {
        return NAME.get();
    }

    /** @param name without its arguments, which may hold what others must not read */
    public static void is(String name) {
        NAME.set(name);
    }
}
