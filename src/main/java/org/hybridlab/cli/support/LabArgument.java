package org.hybridlab.cli.support;

import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.service.context.NamedLab;
import picocli.CommandLine.Parameters;

/** {@code LAB}, the first argument of most commands. May be left out if the current folder has a lab file. */
public class LabArgument {
    public static final String LABEL = "LAB";

    @Parameters(index = "0", paramLabel = LABEL,
            description = "A name below labs/, a folder, or a lab file. Without it: the lab.yaml here.")
    private String lab;

    /** For commands whose argument may be something else. */
    public static LabArgument of(String word) {
        LabArgument argument = new LabArgument();
        argument.lab = word;
        return argument;
    }

    /**
     * By a path, or by the name of a lab on this host.
     *
     * @throws LabException {@code lab-not-found} with the nearest name, or {@code lab-ambiguous} (exit 2)
     */
    public final LabLocation location(Session session) {
        try {
            return LabLocation.find(lab, session.context().labs(), session.directory()).instance(instance());
        } catch (LabException e) {
            // An id may belong to another instance.
            return new KnownLabs(session.folders()).find(lab, instance(), session.directory())
                    .filter(KnownLab::hasItsLabFile).filter(known -> known.origin().instance().equals(instance()))
                    .map(known -> LabLocation.find(known.labFile().toString(), List.of(), session.directory())
                            .instance(instance())).orElseThrow(() -> e);
        }
    }

    public final NamedLab named(Session session) {
        return new NamedLab(location(session), word());
    }

    /** As the user may type it again. */
    public final String word() {
        return ShellQuoting.quote(lab) + instance().map(name -> " %s %s".formatted(InstanceArgument.FLAG, name))
                .orElse("");
    }

    Optional<String> instance() {
        return Optional.empty();
    }
}
