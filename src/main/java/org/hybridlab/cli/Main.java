package org.hybridlab.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point: {@code hybridlab COMMAND}. */
@Command(name = "hybridlab", mixinStandardHelpOptions = true,
        description = "Turns one small file into a checked Kubernetes cluster on Vagrant machines.")
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main()).execute(arguments));
    }
}
