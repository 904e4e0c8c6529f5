package org.hybridlab.config.file.reader;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.TimeSettings;
import org.hybridlab.config.rules.core.Place;

final class TimeReader {
    private TimeReader() {
    }

    static TimeSettings read(Part lab, Origins origins) {
        return lab.part("time").map(part -> {
            part.value("zone").ifPresent(node -> origins.put(Place.of("time", "zone"), node));
            origins.putItems(Place.of("time", "servers"), part, "servers");
            return new TimeSettings(part.text("zone"), part.texts("servers"));
        }).orElse(TimeSettings.NONE);
    }
}
