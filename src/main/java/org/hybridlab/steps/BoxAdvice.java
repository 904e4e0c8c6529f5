package org.hybridlab.steps;

import java.util.stream.Collectors;

import org.hybridlab.lab.BoxChoice;
import org.hybridlab.lab.KnownBox;
import org.hybridlab.lab.KnownBoxes;

/** What to write into a lab file whose box cannot be had where it should come from. */
final class BoxAdvice {
    private BoxAdvice() {
    }

    static String of(LabTools tools, BoxChoice box) {
        return ("If the place is gone or out of reach, say in the lab file where else the box is: "
                + "`box: {name: %s, url: FILE-OR-URL, sha256: SUM}`, or a mirror as `outside.boxMirror`. "
                + "On a host that has the box, `hybridlab box fetch LAB --to FOLDER` makes the file.%s")
                .formatted(box.name(), others(tools, box));
    }

    private static String others(LabTools tools, BoxChoice box) {
        KnownBoxes known = KnownBoxes.installed();
        String names = known.named(box.name()).flatMap(KnownBox::build).stream()
                .flatMap(build -> known.all(build, tools.provider().name()).stream())
                .map(KnownBox::name).filter(name -> !name.equals(box.name())).collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " Of the same Windows there is also: `box: %s`.".formatted(names);
    }
}
