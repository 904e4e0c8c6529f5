package org.hybridlab.config.rules.machine;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;

/**
 * A box that a machine is made from, above all one that the lab file names.
 *
 * @param number of the machine, from 0
 */
public record BoxUse(int number, Machine machine, BoxChoice box) {
    public static List<BoxUse> of(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().flatMap(one -> one.item().box().stream()
                .map(box -> new BoxUse(one.number(), one.item(), box))).toList();
    }

    /** The public boxes of machines for which the lab file names none, as far as they are known. */
    static List<BoxUse> byDefault(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> !one.item().isSimulated() && one.item().box().isEmpty())
                .flatMap(one -> facts.lab().provider().flatMap(provider -> usual(one.item(), provider))
                        .map(box -> new BoxUse(one.number(), one.item(), BoxChoice.of(box))).stream()).toList();
    }

    private static Optional<KnownBox> usual(Machine machine, ProviderName provider) {
        KnownBoxes known = KnownBoxes.installed();
        return machine.isWindows() ? machine.windows().flatMap(windows -> known.of(windows.build(), provider))
                : Optional.of(known.stock()).filter(box -> box.providers().contains(provider));
    }

    /** Of a key of the box; where the file has the name alone, that of the box. */
    public Place place(String key) {
        return Place.of("machines", number, "box", key);
    }
}
