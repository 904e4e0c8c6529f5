package org.hybridlab.cli;

import org.hybridlab.labfile.LabLocation;
import picocli.CommandLine.Parameters;

/** {@code LAB}, the first argument of most commands. */
final class LabArgument {
    @Parameters(index = "0", paramLabel = "LAB", description = "A name below labs/, a folder, or a lab file.")
    private String lab;

    /** @throws org.hybridlab.failure.LabException {@code lab-not-found} with the nearest name */
    LabLocation location(Session session) {
        return LabLocation.find(lab, session.labs(), session.directory());
    }

    /** As the user typed it, for messages that say what to call next. */
    String word() {
        return lab;
    }
}
