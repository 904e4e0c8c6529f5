package org.hybridlab.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.KnownLabs.KnownLab;
import org.hybridlab.labfile.LabFile;
import org.hybridlab.labfile.LabLocation;
import org.hybridlab.labfile.LabReading;
import org.hybridlab.render.Workspace;
import org.hybridlab.rules.HostView;
import picocli.CommandLine.Command;

/** The labs below labs/, and those of them that have machines on this host. */
@Command(name = "list", footerHeading = "%nExample:%n", footer = "  hybridlab list --output json")
final class ListCommand implements Runnable {
    private static final String ROW = "%-20s %-16s %-11s %-24s %s%n";

    private final Session session;

    ListCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        KnownLabs known = new KnownLabs(session.folders());
        List<Entry> labs = LabLocation.all(session.labs()).stream().map(lab -> entry(lab, known)).toList();
        if (session.options().json()) {
            new JsonOutput(session.out()).print(labs);
        } else if (labs.isEmpty()) {
            session.out().println("There are no labs below labs/. Write one: hybridlab init first");
        } else {
            session.out().printf(ROW, "LAB", "MACHINES", "KUBERNETES", "ON THIS HOST", "FILE");
            labs.forEach(this::print);
        }
    }

    private Entry entry(LabLocation location, KnownLabs known) {
        Optional<KnownLab> here = known.find(Workspace.of(location.file()).folder());
        LabReading reading = LabFile.read(location.file(), new FileOnly(Optional.empty(),
                here.filter(KnownLab::simulatesWindows).isPresent()), HostView.unknown());
        return new Entry(location.folder().getFileName().toString(), reading.lab().isPresent(),
                reading.lab().map(lab -> lab.machines().size()),
                reading.lab().map(lab -> lab.simulatedMachines().size()).orElse(0), reading.lab().map(lab -> lab.kubernetes().toString()),
                here.map(lab -> lab.provider().word()), here.map(KnownLab::network), location.file());
    }

    private void print(Entry entry) {
        Path file = entry.file().startsWith(session.directory())
                ? session.directory().relativize(entry.file()) : entry.file();
        session.out().printf(ROW, entry.name(), entry.counted(),
                entry.kubernetes().orElse("has errors"),
                entry.provider().map(name -> name + " " + entry.network().orElse("")).orElse("-"), file);
    }

    /**
     * The shape of {@code --output json}.
     *
     * @param valid false if its file has errors, which leave machines and Kubernetes unknown
     * @param simulated how many of its machines are simulated on this host
     * @param provider where it has, or may have, machines on this host; empty if it has none
     * @param network of those machines
     */
    record Entry(String name, boolean valid, Optional<Integer> machines, int simulated, Optional<String> kubernetes,
                 Optional<String> provider, Optional<String> network, Path file) {
        /** For example "7 (3 simulated)". */
        String counted() {
            String all = machines.map(Object::toString).orElse("-");
            return simulated == 0 ? all : "%s (%d simulated)".formatted(all, simulated);
        }
    }
}
