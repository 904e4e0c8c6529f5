package org.hybridlab.config.file.reader;

import java.util.List;

import org.hybridlab.config.file.schema.Field;
import org.hybridlab.config.file.schema.Forms;
import org.hybridlab.config.file.schema.ListShape;
import org.hybridlab.config.file.schema.MappingShape;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.TimeSettings;
import org.hybridlab.config.rules.core.Place;

final class TimeReader {
    static final MappingShape TIME = MappingShape.of("time",
            Field.optional("zone", Forms.TIME_ZONE, "Zone", "The machines' time zone, by its IANA name. Containers on "
                    + "Windows machines have it too. Without it, Linux machines have their box's, and Windows "
                    + "machines UTC.").examples("Asia/Shanghai"),
            Field.optional("servers", ListShape.of(Forms.TIME_SERVER, 4), "Time servers",
                    "Names or addresses that the machines ask by NTP, at once and from then on. Where none answers, "
                    + "a Windows machine keeps this host's time. Containers have their host's clock. Without it, "
                    + "whom the box asks, and on Windows time.windows.com.")
                    .examples(List.of("ntp1.example", "ntp2.example")));

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
