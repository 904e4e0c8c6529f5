package org.hybridlab.common.process;

import java.util.concurrent.atomic.AtomicReference;

/** The command of this process, for others who wait for it. */
public final class ThisCommand {
    private static final AtomicReference<String> NAME = new AtomicReference<>("");

    private ThisCommand() {
    }

    /** For example {@code snapshot save}; empty if unknown. */
    public static String name() {
        return NAME.get();
    }

    /** @param name without arguments, which may be private */
    public static void is(String name) {
        NAME.set(name);
    }
}
