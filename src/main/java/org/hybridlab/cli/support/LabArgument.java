package org.hybridlab.cli.support;

import java.util.Optional;

import org.hybridlab.cli.LabLeftOut;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.service.context.NamedLab;
import picocli.CommandLine.Parameters;

/** {@code LAB}, the first argument of most commands; {@link LabLeftOut} puts it in where it may be left out. */
public class LabArgument {
    @Parameters(index = "0", paramLabel = LabLeftOut.LABEL,
            description = "A name below labs/, a folder, or a lab file. Without it: the lab.yaml here.")
    private String lab;

    /** For commands that take something else in its place. */
    public static LabArgument of(String word) {
        LabArgument argument = new LabArgument();
        argument.lab = word;
        return argument;
    }

    /** @throws org.hybridlab.common.error.LabException {@code lab-not-found} with the nearest name */
    public final LabLocation location(Session session) {
        return LabLocation.find(lab, session.labs(), session.directory()).instance(instance());
    }

    /** For services. */
    public final NamedLab named(Session session) {
        return new NamedLab(location(session), word());
    }

    /** As the user may type it again, for messages that say what to call next. */
    public final String word() {
        return ShellQuoting.quote(lab) + instance().map(name -> " %s %s".formatted(InstanceArgument.FLAG, name))
                .orElse("");
    }

    Optional<String> instance() {
        return Optional.empty();
    }
}
