package org.hybridlab.host;

/** What makes a requirement true. */
public sealed interface Remedy {
    /** Packages that the host's package manager may have. */
    record Install(Software software) implements Remedy {
    }

    /** A daemon that is installed and does not run. */
    record Start(Daemon daemon) implements Remedy {
    }

    /** A daemon that runs and does not let this user in. */
    record LetIn(Daemon daemon) implements Remedy {
    }

    /** A limit of the kernel that is too low; raised until the next boot. */
    record Raise(KernelLimit limit) implements Remedy {
    }

    /** Something that only people can do. */
    record ByHand(String advice) implements Remedy {
    }
}
