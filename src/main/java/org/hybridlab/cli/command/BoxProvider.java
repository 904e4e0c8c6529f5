package org.hybridlab.cli.command;

import java.util.Optional;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.service.lab.HostService;
import picocli.CommandLine.Option;

final class BoxProvider {
    @Option(names = "--provider", paramLabel = "NAME",
            description =
            "Boxes are built for docker and libvirt. Without it: what `hybridlab up` would take on this host.")
    private ProviderName provider;

    ProviderName orOf(HostService host) {
        return Optional.ofNullable(provider).orElseGet(() -> host.choice().provider());
    }
}
