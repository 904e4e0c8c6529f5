package org.hybridlab.cli;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.bundle.Bundles;
import org.hybridlab.bundle.Group;
import org.hybridlab.bundle.Outlook;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.steps.LabTools;

/** What {@code up} says before it starts: how much there is to get, and about how long it takes. */
final class UpOutlook {
    private UpOutlook() {
    }

    static List<String> lines(LabTools tools, Bundles bundles, Session session) {
        Lab lab = tools.lab();
        List<String> lines = new ArrayList<>();
        boolean box = tools.hasBox(session.cancellation());
        Outlook bundle = bundles.outlook(lab.kubernetes(), Group.LINUX, lab.firstControlPlane().arch());
        if (!box && !bundle.isComplete()) {
            lines.add("Getting Kubernetes %s and what goes with it: %d MB, at most %s the first time on this host."
                    .formatted(lab.kubernetes(), bundle.megabytes(), minutes(bundle.building().toSeconds())));
        }
        if (!box) {
            lines.add("Making the machines' box: 1.3 GB, about 3 min the first time.");
        }
        int memory = lab.machines().stream().mapToInt(Machine::memoryMiB).sum();
        lines.add("%d machines with %.1f GiB in all on %s; %s.".formatted(lab.machines().size(), memory / 1024.0,
                tools.provider().name().traits().title(), tools.isEmulated()
                        ? "under emulation about 12 min" : "about a minute once the box is there"));
        return lines;
    }

    private static String minutes(long seconds) {
        return (seconds + 59) / 60 + " min";
    }
}
