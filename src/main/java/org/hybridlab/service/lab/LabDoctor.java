package org.hybridlab.service.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.LabRequirements;
import org.hybridlab.host.Requirement;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.up.OpenOptions;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;

/** Whether this host can run one lab, and what it lacks. Changes nothing, and runs nothing of the lab's. */
public final class LabDoctor {
    private final ServiceContext context;
    private final LabService labs;

    public LabDoctor(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    /** @param requirements met or not */
    public record Examination(OpenLab lab, HostFacts host, List<Requirement> requirements) {
        public Examination {
            requirements = List.copyOf(requirements);
        }
    }

    /**
     * @param provider to look at instead of the one that the lab would be on
     * @throws LabException {@code lab-file-wrong} (exit 2), for all but what the host lacks
     */
    public Examination examine(NamedLab lab, Optional<ProviderName> provider) {
        HostService host = labs.host();
        OpenLab open = labs.onLargerHost(lab, new OpenOptions(provider, false));
        ProviderName chosen = open.choice().provider();
        List<Requirement> usual = host.doctor(true).examine(chosen);
        LabRequirements judge = host.labRequirements();
        return new Examination(open, host.facts(), judge.of(open.lab(), chosen, usual, hasBox(open), installed(),
                Instant.now()));
    }

    /** Where its programs are missing, none is here. */
    private boolean hasBox(OpenLab open) {
        try {
            return labs.labContext(open).hasBox(context.cancellation());
        } catch (LabException e) {
            if (context.cancellation().isRequested()) {
                throw e;
            }
            return false;
        }
    }

    private Optional<Instant> installed() {
        try {
            return Optional.of(Files.getLastModifiedTime(context.home().resolve("Vagrantfile.ftl")).toInstant());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
