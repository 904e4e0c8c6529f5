package org.hybridlab.host;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Command;

/**
 * How this user runs commands as root.
 *
 * @param root whether the user is root
 * @param terminal whether sudo may ask for a password
 */
public record Elevation(boolean root, boolean terminal) {
    public Command asRoot(Command command) {
        if (root) {
            return command;
        }
        List<String> words = new ArrayList<>(terminal ? List.of("sudo") : List.of("sudo", "-n"));
        words.addAll(command.words());
        return command.words(words);
    }
}
