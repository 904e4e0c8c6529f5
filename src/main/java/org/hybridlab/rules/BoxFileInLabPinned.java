package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** A lab's folder is handed on, and a box in it is code that runs on the host. */
final class BoxFileInLabPinned implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-file-unpinned",
                "A box out of the lab's own folder has its sum in the lab file.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return BoxUse.of(facts).stream().filter(use -> use.box().isInLabFolder() && use.box().sha256().isEmpty())
                .map(use -> error(use.place("url"), "the box of %s is a file of the lab's folder, and has no sum"
                        .formatted(use.machine().name()), "Add `sha256` with what `sha256sum` prints for the file."))
                .toList();
    }
}
