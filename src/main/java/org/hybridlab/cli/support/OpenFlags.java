package org.hybridlab.cli.support;

import java.util.Optional;

import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.model.ProviderName;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

public final class OpenFlags {
    @Option(names = "--provider", paramLabel = "NAME", completionCandidates = ProviderWords.class,
            description = "${COMPLETION-CANDIDATES}. Without it: the lab file's, else the best that this host can run.")
    private ProviderName provider;
    @Mixin
    private SimulationFlag simulation;
    @Mixin
    private SetFlags settings;

    public OpenOptions options(Session session) {
        return new OpenOptions(Optional.ofNullable(provider), simulation.asked(session), settings.given());
    }
}
