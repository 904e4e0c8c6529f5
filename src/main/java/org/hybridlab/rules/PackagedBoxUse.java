package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;

import org.hybridlab.lab.BoxChoice;
import org.hybridlab.lab.LocalBox;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.lab.WindowsBuild;

/**
 * A Windows machine that is to be made of a box that hybridlab made: one that is made already needs it no more.
 *
 * @param number of the machine, from 0
 * @param build that the lab file says it has
 */
record PackagedBoxUse(int number, String machine, String box, WindowsBuild build) {
    static List<PackagedBoxUse> of(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> !one.item().isSimulated() && !facts.host().made().contains(one.item().name()))
                .flatMap(one -> of(one.number(), one.item()).stream()).toList();
    }

    private static Optional<PackagedBoxUse> of(int number, Machine machine) {
        return machine.windows().flatMap(windows -> machine.box().map(BoxChoice::name)
                .filter(box -> box.startsWith(LocalBox.PREFIX))
                .map(box -> new PackagedBoxUse(number, machine.name(), box, windows.build())));
    }

    Place place() {
        return Place.machine(number, "box");
    }

    Optional<LocalBox> found(List<LocalBox> here, ProviderName provider) {
        return here.stream().filter(one -> one.name().equals(box) && one.provider() == provider).findFirst();
    }
}
