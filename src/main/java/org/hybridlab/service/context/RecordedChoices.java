package org.hybridlab.service.context;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.LabReading;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.reader.SetValues;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provision.change.MachinesThere;

/** Decisions of the last {@code up}, for commands that only read the lab's file. */
public record RecordedChoices(KnownLab known) implements OpenChoices {
    /** Reads the file without looking at the host. @param known the lab's record; empty: it is not up */
    public static LabReading read(Path file, Optional<KnownLab> known) {
        return LabFile.read(file, known.<OpenChoices>map(RecordedChoices::new)
                .orElseGet(() -> new FileOnly(OpenOptions.NONE, Optional.empty())),
                known.isPresent() ? HostView.unknown().withStandIns() : HostView.unknown());
    }

    /** Empty if the file has errors, or may not be followed or read. */
    public static Optional<Lab> lab(Path file, Optional<KnownLab> known) {
        try {
            return read(file, known).lab();
        } catch (LabException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<ProviderName> provider(Optional<ProviderName> written) {
        return Optional.of(known.provider());
    }

    @Override
    public Cidr machineNetwork(Optional<ProviderName> provider, List<Cidr> others) {
        return Cidr.parse(known.network());
    }

    @Override
    public SetValues settings() {
        return new SetValues(known.settings());
    }

    @Override
    public boolean simulatesWindows() {
        return known.simulatesWindows();
    }

    @Override
    public Map<String, Ipv4> addresses() {
        return known.givenAddresses();
    }

    @Override
    public Set<String> machinesThere() {
        return MachinesThere.of(Workspace.in(Path.of(known.workspace())));
    }
}
