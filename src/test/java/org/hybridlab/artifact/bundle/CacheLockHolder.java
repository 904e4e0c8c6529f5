package org.hybridlab.artifact.bundle;

import java.nio.file.Path;

import org.hybridlab.common.process.Cancellation;

/** A process that takes a lock of the cache; says so, or that it has to wait. */
public final class CacheLockHolder {
    private CacheLockHolder() {
    }

    public static void main(String[] arguments) throws Exception {
        try (CacheLock ignored = CacheLock.hold(Path.of(arguments[0]), "copying",
                new Fetching(System.out::println, new Cancellation()))) {
            System.out.println("held");
            System.in.transferTo(System.out);
        }
    }
}
