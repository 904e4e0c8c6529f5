package org.hybridlab.host;

public sealed interface Remedy {
    /** For programs; {@code by-hand} if only people can do it. */
    String action();

    /** The program, daemon, limit or module; or advice for people. */
    String what();

    record Install(Software software) implements Remedy {
        @Override
        public String action() {
            return "install";
        }

        @Override
        public String what() {
            return software.name();
        }
    }

    record Start(Daemon daemon) implements Remedy {
        @Override
        public String action() {
            return "start";
        }

        @Override
        public String what() {
            return daemon.program();
        }
    }

    /** A daemon that accepts requests but does not answer, because it is busy or hangs. */
    record Await(Daemon daemon) implements Remedy {
        @Override
        public String action() {
            return "wait";
        }

        @Override
        public String what() {
            return daemon.program();
        }
    }

    record LetIn(Daemon daemon) implements Remedy {
        @Override
        public String action() {
            return "let-in";
        }

        @Override
        public String what() {
            return daemon.program();
        }
    }

    /** A limit that is too low. Raised until the next boot. */
    record Raise(KernelLimit limit) implements Remedy {
        @Override
        public String action() {
            return "raise";
        }

        @Override
        public String what() {
            return limit.setting();
        }
    }

    /** A kernel module. Loaded now and at each boot. */
    record Load(KernelModule module) implements Remedy {
        @Override
        public String action() {
            return "load";
        }

        @Override
        public String what() {
            return module.name();
        }
    }

    record ByHand(String advice) implements Remedy {
        @Override
        public String action() {
            return "by-hand";
        }

        @Override
        public String what() {
            return advice;
        }
    }
}
