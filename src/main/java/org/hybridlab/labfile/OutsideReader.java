package org.hybridlab.labfile;

import org.hybridlab.config.rules.core.Place;
import org.hybridlab.lab.Outside;

/** The key {@code outside}. */
final class OutsideReader {
    private OutsideReader() {
    }

    static Outside read(Part lab, Origins origins) {
        return lab.part("outside").map(part -> {
            part.pairs().forEach(pair -> origins.put(Place.of("outside", Part.name(pair)), pair.getValueNode()));
            return new Outside(part.text("httpProxy"), part.text("httpsProxy"), part.texts("noProxy"),
                    part.text("registryMirror"), part.text("boxUrl"), part.text("boxSha256"),
                    part.text("boxMirror"));
        }).orElseGet(Outside::direct);
    }
}
