package org.hybridlab.service.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.RecordedChoices;
import org.hybridlab.service.context.ServiceContext;

/**
 * Reaches the machines and the cluster of a lab that is up, by its workspace. Needs no valid lab file: a shell must
 * open also while that is edited.
 */
public record LabAccess(String word, LabLocation location, Workspace workspace, Optional<KnownLab> known) {
    /** @throws LabException {@code workspace-not-owned} if the workspace came with the lab's folder */
    public static LabAccess of(NamedLab lab, ServiceContext context) {
        LabLocation location = lab.location();
        new MovedFolder(context).follow(location);
        Workspace workspace = context.workspace(location);
        return new LabAccess(lab.word(), location, workspace, new KnownLabs(context.folders())
                .find(workspace.folder()));
    }

    /** From the lab file, or from the last {@code up} if that is invalid. */
    public String name() {
        return written().map(Lab::name).or(() -> known.map(KnownLab::name))
                .orElseGet(() -> location.folder().getFileName().toString());
    }

    /** Machines with ssh, sorted. */
    public List<String> machines() {
        return workspace.sshMachines();
    }

    /** @throws LabException {@code lab-not-up} or {@code machine-unknown} (exit 2), the latter with the nearest name */
    public String machine(String name) {
        List<String> known = machines();
        if (known.isEmpty()) {
            throw notUp();
        }
        if (!known.contains(name) && isSimulated(name)) {
            throw LabException.invalid("machine-simulated", "%s of %s is simulated: there is a node, and no machine."
                    .formatted(name, word), "Its node: hybridlab kubectl %s describe node %s".formatted(word, name));
        }
        if (!known.contains(name)) {
            throw LabException.invalid("machine-unknown", "%s has no machine '%s'.".formatted(word, name),
                    Suggestion.nearest(name, known).map("Did you mean '%s'? "::formatted).orElse("")
                            + "Its machines: " + String.join(", ", known) + ".");
        }
        return name;
    }

    /** Linux if the lab file is invalid. */
    public Os os(String name) {
        return windows().contains(name) ? Os.WINDOWS : Os.LINUX;
    }

    /** Windows machines of the lab file; none if it is invalid. */
    public Set<String> windows() {
        return written().stream().flatMap(lab -> lab.windowsMachines().stream()).map(Machine::name)
                .collect(Collectors.toSet());
    }

    private boolean isSimulated(String name) {
        return known.filter(KnownLab::simulatesWindows).isPresent() && windows().contains(name);
    }

    private Optional<Lab> written() {
        return RecordedChoices.lab(location.file(), known);
    }

    /** @throws LabException as {@link #mustHaveCluster} does, or {@code kubeconfig-unreadable} */
    public Path kubeconfig() {
        mustHaveCluster();
        new LabCluster(workspace).kubeconfig();
        return workspace.kubeconfig();
    }

    /** @throws LabException {@code lab-not-up} or {@code kubeconfig-missing} (exit 2) */
    public void mustHaveCluster() {
        if (!Files.isRegularFile(workspace.kubeconfig())) {
            throw known.isPresent() && LabCluster.wasKnown(workspace.folder()) ? LabException.invalid(
                    "kubeconfig-missing", "%s is missing.".formatted(workspace.kubeconfig()),
                    "hybridlab fetches it again from the control plane: hybridlab up " + word) : notUp();
        }
    }

    /** An OpenSSH program with the machine's settings, without its own arguments. */
    public Command openSsh(String program, String machine) {
        return Command.of(program, "-F", workspace.sshConfig(machine(machine)).toString());
    }

    /** Throws {@code lab-not-up} (exit 2): another call may have destroyed the lab during a question. */
    public void mustStillBeUp(ServiceContext context) {
        if (!new OwnWorkspaces(context.folders()).isBound(workspace.folder())) {
            throw notUp();
        }
    }

    public LabException notUp() {
        return LabException.invalid("lab-not-up", "The lab %s is not up.".formatted(word),
                "Bring it up first: hybridlab up " + word);
    }
}
