package org.hybridlab.host;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.Remedy.Await;
import org.hybridlab.host.Remedy.ByHand;
import org.hybridlab.host.Remedy.Install;
import org.hybridlab.host.Remedy.LetIn;
import org.hybridlab.host.Remedy.Load;
import org.hybridlab.host.Remedy.Raise;
import org.hybridlab.host.Remedy.Start;

/**
 * Makes a host ready for a provider: installs packages after a question, starts daemons, and lets the user in. Changes
 * only what is missing.
 */
public final class Setup {
    /** Packages, daemon, access, kernel module, and a last look. */
    private static final int ROUNDS = 5;

    public interface Listener {
        /** Something begins, for example {@code Starting dockerd}. */
        void begins(String what);

        /** Output of a program, which is in the log too. */
        void line(String line);
    }

    private final Doctor doctor;
    private final PackageManager packages;
    private final PackageInstaller installer;
    private final DaemonControl daemons;
    private final Consent consent;
    private final Listener listener;
    private final Set<String> absent = new LinkedHashSet<>();

    public Setup(Doctor doctor, PackageManager packages, PackageInstaller installer, DaemonControl daemons,
                 Consent consent, Listener listener) {
        this.doctor = doctor;
        this.packages = packages;
        this.installer = installer;
        this.daemons = daemons;
        this.consent = consent;
        this.listener = listener;
    }

    /**
     * @return the requirements, all met
     * @throws LabException {@code host-not-ready} with the commands to run
     */
    public List<Requirement> makeReady(ProviderName provider) {
        List<Requirement> requirements = List.of();
        for (int round = 0; round < ROUNDS; round++) {
            requirements = doctor.examine(provider);
            Set<Remedy> remedies = remedies(requirements);
            if (remedies.isEmpty()) {
                return requirements;
            }
            apply(remedies, told(requirements));
        }
        throw notReady(requirements);
    }

    public void install(Set<Software> wanted) {
        Set<Remedy> remedies = wanted.stream().filter(doctor::lacks).map(Install::new)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!remedies.isEmpty()) {
            apply(remedies, "");
            refuseAbsent(packageNames(wanted.stream()));
        }
    }

    /** Whether {@link #makeReady} could change anything about these requirements. */
    public static boolean helps(List<Requirement> ofProvider, PackageManager packages) {
        Set<Remedy> remedies = remedies(ofProvider);
        return !remedies.isEmpty() && !needsHands(remedies, packages);
    }

    /** If only people can do one of them, nothing else begins before. */
    private static boolean needsHands(Set<Remedy> remedies, PackageManager packages) {
        return remedies.stream().anyMatch(remedy -> remedy instanceof ByHand
                || remedy instanceof Install && !packages.isRunByUs());
    }

    private static Set<Remedy> remedies(List<Requirement> requirements) {
        return requirements.stream().filter(Requirement::isMissing).flatMap(missing -> missing.remedy().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** @param missing for people */
    private void apply(Set<Remedy> remedies, String missing) {
        List<Software> software = remedies.stream().filter(Install.class::isInstance)
                .map(remedy -> ((Install) remedy).software()).toList();
        List<String> byHand = byHand(remedies);
        if (needsHands(remedies, packages)) {
            throw missing.isEmpty() ? needsHands(byHand) : needsHands(byHand).because(missing);
        }
        if (!software.isEmpty()) {
            install(software, byHand);
            return;
        }
        for (Remedy remedy : remedies) {
            if (remedy instanceof Start start) {
                listener.begins("Starting " + start.daemon().program());
                daemons.start(start.daemon());
            } else if (remedy instanceof Await wait) {
                listener.begins("Waiting for " + wait.daemon().program());
                daemons.await(wait.daemon());
            } else if (remedy instanceof Raise raise) {
                consent.obtain(List.of("raise " + raise.limit().setting() + " to " + raise.limit().wanted()
                        + " until the next boot"), byHand);
                daemons.raise(raise.limit());
            } else if (remedy instanceof Load load) {
                consent.obtain(List.of("load the kernel module " + load.module().name() + ", now and at each boot"),
                        byHand);
                daemons.load(load.module());
            } else if (remedy instanceof LetIn letIn) {
                consent.obtain(List.of("let you talk to " + letIn.daemon().program() + " (group "
                        + letIn.daemon().group() + "; a user who can do that can become root)"), byHand);
                daemons.letIn(letIn.daemon());
            }
        }
    }

    private void install(List<Software> software, List<String> byHand) {
        List<String> names = packageNames(software.stream());
        refuseAbsent(names);
        consent.obtain(List.of("install " + String.join(" ", installer.known(names)) + " and what they depend on"),
                byHand);
        absent.addAll(installer.install(names, listener));
    }

    /** Only after a first round, since the user may have brought the rest. */
    private void refuseAbsent(List<String> names) {
        List<String> needed = names.stream().filter(absent::contains).toList();
        if (!needed.isEmpty()) {
            throw LabException.hostNotReady("host-not-ready", "The package sources of this host do not have %s."
                    .formatted(String.join(" and ", needed)), "Do this, then run the same command again:\n"
                    + needed.stream().map(Software.OF_PEOPLE::get).collect(Collectors.joining("\n")));
        }
    }

    private List<String> packageNames(Stream<Software> software) {
        return software.flatMap(one -> packages.packages(one).stream()).distinct().toList();
    }

    /** One command for all packages, then the rest. */
    private List<String> byHand(Set<Remedy> remedies) {
        List<String> lines = new ArrayList<>();
        List<Software> software = new ArrayList<>();
        for (Remedy remedy : remedies) {
            if (remedy instanceof Install install && packages.packages(install.software()).isEmpty()) {
                lines.add("Install " + install.software().name() + " from its makers.");
            } else if (remedy instanceof Install install) {
                software.add(install.software());
            } else if (remedy instanceof ByHand other) {
                lines.add(other.advice());
            } else {
                lines.addAll(daemons.byHand(remedy));
            }
        }
        List<String> names = packageNames(software.stream());
        if (!names.isEmpty()) {
            lines.add(0, installer.byHand(names));
        }
        return lines;
    }

    private static LabException needsHands(List<String> byHand) {
        return LabException.hostNotReady("host-not-ready", "This host is not ready, and hybridlab cannot change that.",
                "Do this, then run the same command again:\n" + String.join("\n", byHand));
    }

    private static String told(List<Requirement> requirements) {
        return requirements.stream().filter(Requirement::isMissing).map(one -> one.title() + ": " + one.found())
                .collect(Collectors.joining("; "));
    }

    private LabException notReady(List<Requirement> requirements) {
        return LabException.hostNotReady("host-not-ready", "This host is still not ready: " + told(requirements) + ".",
                String.join("\n", byHand(remedies(requirements))));
    }
}
