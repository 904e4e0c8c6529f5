package org.hybridlab.cluster.etcd;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Result;
import org.hybridlab.guest.GuestShell;

/** etcd as a service of a machine of etcd alone. */
public record EtcdMachine(GuestShell shell, Cancellation cancellation) implements Etcd {
    private static final Duration WITHIN = Duration.ofSeconds(20);

    @Override
    public ExecResult run(List<String> command) {
        Result result = shell.sudo(command, Optional.empty(), WITHIN, line -> { }, cancellation);
        return new ExecResult(result.exitCode(), result.stdout() + result.stderr());
    }
}
