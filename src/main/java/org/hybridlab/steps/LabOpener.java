package org.hybridlab.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.hybridlab.failure.LabException;
import org.hybridlab.host.FreeNetwork;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.KnownLabs.KnownLab;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.labfile.LabFile;
import org.hybridlab.labfile.LabLocation;
import org.hybridlab.labfile.LabReading;
import org.hybridlab.render.Workspace;
import org.hybridlab.rules.HostView;

/**
 * Reads a lab file for this host: decides the provider and the machines' network, and asks every rule. What was decided
 * when the lab came up first stays so until it is destroyed. Changes nothing.
 */
public final class LabOpener {
    /** Stands in for the network in the first reading, which only tells what the lab asks for. */
    private static final Cidr ANY_NETWORK = Cidr.parse("192.168.56.0/24");

    private final KnownLabs known;
    private final HostFacts host;
    private final ProviderChoice best;

    /** @param best the provider for labs that name none */
    public LabOpener(KnownLabs known, HostFacts host, ProviderChoice best) {
        this.known = known;
        this.host = host;
        this.best = best;
    }

    /**
     * @param asked the provider that the user named in this call
     * @throws LabException {@code lab-file-wrong} (exit 2) with every problem, or {@code provider-differs}
     */
    public OpenLab open(LabLocation location, Optional<ProviderName> asked) {
        Workspace workspace = Workspace.of(location.file());
        Optional<KnownLab> earlier = known.find(workspace.folder());
        Lab draft = LabFile.read(location.file(), ANY_NETWORK).orThrow();
        ProviderChoice choice = provider(draft, asked, earlier);
        Cidr network = earlier.map(lab -> Cidr.parse(lab.network()))
                .orElseGet(() -> FreeNetwork.find(taken(draft), choice.provider().traits().allowedMachineNetworks()));
        LabReading reading = LabFile.read(location.file(), network, view(earlier));
        return new OpenLab(location, reading.orThrow().on(choice.provider()), workspace, choice, reading.warnings());
    }

    private ProviderChoice provider(Lab draft, Optional<ProviderName> asked, Optional<KnownLab> earlier) {
        if (earlier.isPresent()) {
            ProviderName running = earlier.get().provider();
            if (asked.isPresent() && asked.get() != running) {
                throw LabException.invalid("provider-differs", "The lab %s is up on %s already."
                        .formatted(draft.name(), running.word()),
                        "Destroy it first, or leave out --provider " + asked.get().word() + ".");
            }
            return new ProviderChoice(running, "the lab is on it already");
        }
        return asked.map(name -> new ProviderChoice(name, "you asked for it"))
                .or(() -> draft.provider().map(name -> new ProviderChoice(name, "the lab file says so")))
                .orElse(best);
    }

    private List<Cidr> taken(Lab draft) {
        List<Cidr> taken = new ArrayList<>(host.networks());
        known.all().forEach(lab -> taken.add(Cidr.parse(lab.network())));
        taken.add(draft.network().pods());
        taken.add(draft.network().services());
        return taken;
    }

    /** The host without what this lab itself put on it. */
    private HostView view(Optional<KnownLab> earlier) {
        List<Cidr> others = host.networks().stream()
                .filter(network -> earlier.stream().noneMatch(lab -> lab.network().equals(network.toString())))
                .toList();
        return new HostView(OptionalInt.of((int) host.memoryMiB()), OptionalInt.of(host.cores()), Optional.empty(),
                others);
    }
}
