package org.hybridlab.cli;

import org.hybridlab.labfile.LabLocation;
import org.hybridlab.process.ShellQuoting;
import picocli.CommandLine.Parameters;

/** {@code LAB}, the first argument of most commands. */
final class LabArgument {
    @Parameters(index = "0", paramLabel = "LAB", description = "A name below labs/, a folder, or a lab file.")
    private String lab;

    /** @throws org.hybridlab.failure.LabException {@code lab-not-found} with the nearest name */
    LabLocation location(Session session) {
        return LabLocation.find(lab, session.labs(), session.directory());
    }

    /** As the user may type it again, for messages that say what to call next. */
    String word() {
        return ShellQuoting.quote(lab);
    }
}
