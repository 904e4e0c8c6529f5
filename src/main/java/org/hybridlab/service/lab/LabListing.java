package org.hybridlab.service.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.service.context.RecordedChoices;
import org.hybridlab.service.context.ServiceContext;

/** The labs below {@code labs/}, and all that have machines on this host, wherever their files are. */
public record LabListing(ServiceContext context) {
    /**
     * @param valid false if its file has errors; machines and Kubernetes are unknown then
     * @param simulated number of simulated machines on this host
     * @param provider of machines that exist, or may exist, on this host; empty: none
     * @param network of those machines
     * @param otherHost the host that has them, if another one: home folders may be shared
     * @param file the lab file, or its place at the last {@code up}
     * @param fileExists whether it is still there
     */
    public record ListedLab(String name, Optional<String> instance, boolean valid, Optional<Integer> machines,
                            int simulated, Optional<String> kubernetes, Optional<String> provider,
                            Optional<String> network, Optional<String> otherHost, Path file, boolean fileExists) {
    }

    /** Those below {@code labs/} first. Asks no provider. */
    public List<ListedLab> labs() {
        List<KnownLab> known = new KnownLabs(context.folders()).readable(
                e -> context.listener().message(e.what() + " " + e.advice()));
        List<LabLocation> below = LabLocation.all(context.labs());
        LabLocation.unreadable(context.labs()).ifPresent(context.listener()::message);
        Set<Path> shown = new HashSet<>();
        below.forEach(lab -> shown.add(context.workspace(lab).folder()));
        return Stream.concat(below.stream().map(lab -> listed(lab.folder().getFileName().toString(), lab,
                recorded(known, lab))), known.stream()
                .filter(lab -> !shown.contains(RealPath.of(Path.of(lab.workspace()))))
                .map(lab -> listed(lab.name(), new LabLocation(lab.labFile(), lab.origin().instance()),
                        Optional.of(lab)))).toList();
    }

    private Optional<KnownLab> recorded(List<KnownLab> known, LabLocation location) {
        Path workspace = context.workspace(location).folder();
        return known.stream().filter(lab -> RealPath.of(Path.of(lab.workspace())).equals(workspace)).findFirst();
    }

    private static ListedLab listed(String name, LabLocation location, Optional<KnownLab> here) {
        boolean there = Files.isRegularFile(location.file());
        Optional<Lab> lab = there ? RecordedChoices.lab(location.file(), here) : Optional.empty();
        Optional<KnownLab> onThisHost = here.filter(KnownLab::onThisHost);
        return new ListedLab(name, location.instance(), lab.isPresent(), lab.map(one -> one.machines().size()),
                lab.map(one -> one.simulatedMachines().size()).orElse(0),
                lab.map(one -> one.kubernetes().toString()),
                onThisHost.map(one -> one.provider().id()), onThisHost.map(KnownLab::network),
                here.filter(one -> !one.onThisHost()).map(one -> one.origin().host().name()), location.file(), there);
    }
}
