package org.hybridlab.host;

/** What makes a requirement true. */
public sealed interface Remedy {
    /** What is to be done, in a word for programs: {@code by-hand} if only people can. */
    String action();

    /** The program, the daemon, the limit or the module that it is done to; for people, what they are to do. */
    String what();

    /** Packages that the host's package manager may have. */
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

    /** A daemon that is installed and does not run. */
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

    /** A daemon that takes a question and does not answer: it may be busy, or hang. */
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

    /** A daemon that runs and does not let this user in. */
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

    /** A limit of the kernel that is too low; raised until the next boot. */
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

    /** A module of the kernel that is not loaded; loaded now and at each boot. */
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

    /** Something that only people can do. */
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
