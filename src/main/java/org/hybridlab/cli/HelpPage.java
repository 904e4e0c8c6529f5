package org.hybridlab.cli;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.cli.support.GlobalFlag;
import org.hybridlab.common.error.ExitCode;

/** The help page of {@code hybridlab} itself, without picocli, which takes 60 ms to load. */
final class HelpPage {
    private HelpPage() {
    }

    static boolean isAskedForBy(String... arguments) {
        return arguments.length == 1 && (arguments[0].equals("--help") || arguments[0].equals("-h"));
    }

    static String text() {
        StringBuilder page = new StringBuilder();
        line(page, "Usage: hybridlab [OPTION]... COMMAND [ARGUMENT]...");
        line(page, "Turns one small file into a checked Kubernetes cluster on Vagrant machines.");
        line(page, "");
        line(page, "Global options:");
        for (GlobalFlag flag : GlobalFlag.values()) {
            row(page, flag.usage(), 23, flag.description());
        }
        row(page, "    --version", 23, "Print the version.");
        line(page, "");
        line(page, "Commands:");
        for (CommandName name : CommandName.values()) {
            row(page, name.id(), 11, name.summary());
        }
        line(page, "");
        line(page, "Exit codes:");
        ExitCode.table().forEach(row -> line(page, row));
        line(page, "");
        line(page, "Example:");
        line(page, "  hybridlab up first-cluster");
        return page.toString();
    }

    private static void row(StringBuilder page, String left, int width, String right) {
        line(page, "  " + left + " ".repeat(Math.max(1, width + 1 - left.length())) + right);
    }

    private static void line(StringBuilder page, String text) {
        page.append(text).append(System.lineSeparator());
    }
}
