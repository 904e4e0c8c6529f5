package org.hybridlab.provision.box;

import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.render.HostPath;

public final class MachineBox {
    private MachineBox() {
    }

    /** As in the Vagrantfile. */
    public static BoxChoice of(LabContext labContext, Machine machine) {
        return of(machine, labContext.open(), labContext.boxes().box(), labContext.environment());
    }

    /** Looks only at this host's disk. */
    public static boolean isHere(LabContext labContext, BoxChoice box) {
        return new BoxFolder(labContext.vagrantHome(), labContext.provider().name(), box).isThere();
    }

    /** @param source the box of machines that name none */
    public static BoxChoice of(Machine machine, OpenLab open, BoxSource source, Map<String, String> environment) {
        BoxChoice box = inVersionOfOthers(wanted(machine, open, source), open, source).orFrom(open.lab().outside());
        return box.isPath() ? new BoxChoice(box.name(), box.version(), box.url().map(path ->
                HostPath.of(path, open.location().folder(), environment).toAbsolutePath().toString()),
                        box.sha256()) : box;
    }

    /** From the lab file, or else the catalogue. */
    private static BoxChoice wanted(Machine machine, OpenLab open, BoxSource source) {
        return machine.box().or(() -> published(machine, open)).orElseGet(() -> BoxChoice.named(source.name()));
    }

    /** A box without a version gets that of other machines, not a second one. */
    private static BoxChoice inVersionOfOthers(BoxChoice box, OpenLab open, BoxSource source) {
        return box.version().or(box::url).isPresent() ? box : open.lab().madeMachines().stream()
                .map(other -> wanted(other, open, source))
                .filter(other -> other.name().equals(box.name()) && other.url().isEmpty()
                        && other.version().isPresent())
                .findFirst().orElse(box);
    }

    private static Optional<BoxChoice> published(Machine machine, OpenLab open) {
        return machine.windows().flatMap(windows -> KnownBoxes.installed()
                .of(windows.build(), open.choice().provider()))
                .map(BoxChoice::of);
    }
}
