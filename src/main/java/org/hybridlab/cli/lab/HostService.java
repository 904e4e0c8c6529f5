package org.hybridlab.cli.lab;

import java.util.Set;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.cli.support.EnvironmentVariables;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.TerminalConsent;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.DaemonControl;
import org.hybridlab.host.Doctor;
import org.hybridlab.host.Elevation;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.HostFiles;
import org.hybridlab.host.PackageInstaller;
import org.hybridlab.host.PackageManager;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Setup;
import org.hybridlab.host.SetupListener;
import org.hybridlab.host.Software;
import org.hybridlab.provider.vagrant.VagrantHome;
import org.hybridlab.terminal.Heartbeat;

/** Puts together what looks at and changes this host, for the commands that need it. */
public final class HostService {
    private final Session session;
    private final HostFiles files;
    private final HostFacts facts;

    public HostService(Session session) {
        this.session = session;
        this.files = HostFiles.ofThisHost(session.environment());
        this.facts = HostFacts.read(files, session.directory());
    }

    public HostFacts facts() {
        return facts;
    }

    /** The provider for a lab that names none. */
    public ProviderChoice choice() {
        String wanted = EnvironmentVariables.value(session.environment(), EnvironmentVariables.PROVIDER);
        return wanted.isEmpty() ? ProviderChoice.best(facts, files)
                : new ProviderChoice(ProviderName.of(wanted), EnvironmentVariables.PROVIDER + " says so");
    }

    /** @param thorough also asks for versions, for people to read */
    public Doctor doctor(boolean thorough) {
        return new Doctor(facts, files, session.processes(),
                VagrantHome.of(session.environment(), session.userHome()), thorough);
    }

    public DaemonControl daemons() {
        return new DaemonControl(facts, files, elevation(), session.processes(), session.cancellation(),
                session.folders());
    }

    /**
     * Installs and starts what the provider needs, asking first; nothing where nothing is missing.
     *
     * @throws org.hybridlab.common.error.LabException {@code host-not-ready} with the commands to run by hand
     */
    public void makeReady(ProviderName provider) {
        try (Heartbeat progress = new Heartbeat(session.err()::println)) {
            setup(progress).makeReady(provider);
        }
    }

    /** The same for programs. */
    public void install(Set<Software> wanted) {
        try (Heartbeat progress = new Heartbeat(session.err()::println)) {
            setup(progress).install(wanted);
        }
    }

    private Setup setup(Heartbeat progress) {
        PackageManager manager = PackageManager.of(facts.system());
        PackageInstaller installer = new PackageInstaller(manager, elevation(), session.processes(),
                session.cancellation(), session.folders().state().resolve("logs/setup.log"));
        return new Setup(doctor(false), manager, installer, daemons(), new TerminalConsent(session),
                new SetupListener() {
            @Override
            public void begins(String what) {
                progress.accept(what);
            }

            @Override
            public void line(String line) {
                progress.note(line);
            }
        });
    }

    /** The boxes that are made here. */
    public Boxes boxes() {
        return Boxes.of(session.home(), session.folders().cache(), session.environment(), elevation()::asRoot,
                session.processes());
    }

    private Elevation elevation() {
        return new Elevation(facts.isAdministrator(), session.terminal());
    }
}
