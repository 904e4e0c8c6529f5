package org.hybridlab.artifact.box;

import java.time.Duration;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.ProviderName;

/** Vagrant's boxes in the user's VAGRANT_HOME. Needs no workspace. */
record VagrantBoxes(Processes processes) {
    private static final Duration COPYING = Duration.ofMinutes(10);

    Result add(String name, ProviderName provider, String file, Cancellation cancellation) {
        return vagrant(cancellation, "box", "add", "--name", name, "--provider", provider.id(), file);
    }

    /** @throws LabException {@code box-in-use} if machines use its disk */
    void remove(String name, ProviderName provider, Cancellation cancellation) {
        Result result = vagrant(cancellation, "box", "remove", name, "--provider", provider.id());
        if (!result.ok()) {
            throw LabException.hostNotReady("box-in-use", "The box %s could not be removed: %s"
                    .formatted(name, result.stdout().strip()), "Destroy the labs that stand on it first.");
        }
    }

    private Result vagrant(Cancellation cancellation, String... words) {
        return processes.run(command(words).timeout(COPYING), cancellation);
    }

    /** Runs no Vagrantfile of the current folder or its parents. */
    static Command command(String... words) {
        return Command.of("vagrant").with(words).env("VAGRANT_VAGRANTFILE", "hybridlab-needs-none")
                .env("VAGRANT_CHECKPOINT_DISABLE", "1");
    }
}
