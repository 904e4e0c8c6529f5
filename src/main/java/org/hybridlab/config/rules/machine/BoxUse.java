package org.hybridlab.config.rules.machine;

import java.util.List;

import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;

/**
 * A box that the lab file names for a machine.
 *
 * @param number of the machine, from 0
 */
public record BoxUse(int number, Machine machine, BoxChoice box) {
    public static List<BoxUse> of(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().flatMap(one -> one.item().box().stream()
                .map(box -> new BoxUse(one.number(), one.item(), box))).toList();
    }

    /** Of a key of the box; where the file has the name alone, that of the box. */
    public Place place(String key) {
        return Place.of("machines", number, "box", key);
    }
}
