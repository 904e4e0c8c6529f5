package org.hybridlab.cli;

import java.util.function.Consumer;

import org.hybridlab.host.DaemonControl;
import org.hybridlab.host.Doctor;
import org.hybridlab.host.Elevation;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.HostFiles;
import org.hybridlab.host.PackageInstaller;
import org.hybridlab.host.PackageManager;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Setup;

/** Puts together what looks at and changes this host, for the commands that need it. */
public final class HostFront {
    private final Session session;
    private final HostFiles files;
    private final HostFacts facts;

    public HostFront(Session session) {
        this.session = session;
        this.files = HostFiles.ofThisHost(session.environment());
        this.facts = HostFacts.read(files, session.directory());
    }

    public HostFacts facts() {
        return facts;
    }

    /** The provider for a lab that names none. */
    public ProviderChoice choice() {
        return ProviderChoice.best(facts, files);
    }

    public Doctor doctor() {
        return new Doctor(facts, files, session.processes());
    }

    public DaemonControl daemons() {
        return new DaemonControl(facts, files, elevation(), session.processes(), session.cancellation(),
                session.folders());
    }

    /** @param progress told each line of what is going on */
    public Setup setup(Consumer<String> progress) {
        PackageManager manager = PackageManager.of(facts.system());
        PackageInstaller installer = new PackageInstaller(manager, elevation(), session.processes(),
                session.cancellation());
        return new Setup(doctor(), manager, installer, daemons(), new TerminalConsent(session), progress);
    }

    private Elevation elevation() {
        return new Elevation(facts.isAdministrator(), session.terminal());
    }
}
