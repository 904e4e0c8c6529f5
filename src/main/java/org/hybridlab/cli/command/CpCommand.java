package org.hybridlab.cli.command;

import java.io.File;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.LabForeground;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.lab.LabAccess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "cp", footer = {
        "  hybridlab cp first-cluster control:/etc/hosts .", "  hybridlab cp first-cluster notes.txt node:"})
public final class CpCommand extends LabCommand {
    @Parameters(index = "1", paramLabel = "FROM", description = "A path, or MACHINE:PATH.")
    private String from;
    @Parameters(index = "2", paramLabel = "TO", description = "A path, or MACHINE:PATH.")
    private String to;

    @Override
    public Integer call() {
        LabAccess access = access();
        List<String> machines = Stream.of(from, to).flatMap(path -> machine(path, access.machines()).stream())
                .toList();
        if (machines.size() != 1) {
            throw LabException.invalid("copy-endpoints-invalid", "Exactly one of FROM and TO must be on a machine.",
                    "Write it as MACHINE:PATH, for example " + access.machines().stream().findFirst().orElse("node1")
                            + ":/etc/hosts");
        }
        return new LabForeground(session).run(access,
                access.openSsh("scp", machines.get(0)).with("-r", "--", from, to), code -> code != 0);
    }

    /** {@code C:\notes.txt} is a path on Windows, and elsewhere unless a machine has that name. */
    private static Optional<String> machine(String path, List<String> machines) {
        int colon = path.indexOf(':');
        String name = path.substring(0, Math.max(0, colon));
        boolean isDrive = colon == 1 && (File.separatorChar == '\\' || !machines.contains(name));
        return colon < 1 || isDrive || name.contains("/") ? Optional.empty() : Optional.of(name);
    }
}
