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

/** @param number of the machine, from 0 */
public record BoxUse(int number, Machine machine, BoxChoice box) {
    public static List<BoxUse> of(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().flatMap(one -> one.item().box().stream()
                .map(box -> new BoxUse(one.number(), one.item(), box))).toList();
    }

    /** Public boxes of machines without a box in the lab file. */
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

    /** Place of a key of the box, or of the box if the file has only its name. */
    public Place place(String key) {
        return Place.of("machines", number, "box", key);
    }
}
