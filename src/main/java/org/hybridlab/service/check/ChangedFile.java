package org.hybridlab.service.check;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.provision.change.ChangeRefusals;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.LabContext;

/** What to know before a lab is judged by a file that is no longer the one that it was made of. */
public final class ChangedFile {
    private ChangedFile() {
    }

    /**
     * Lines to read before the verdict; none if the file has not changed, or nobody knows.
     *
     * @param word what the user calls the lab
     */
    public static List<String> lines(LabContext labContext, String word) {
        try {
            boolean changed = LabChanges.of(labContext).filter(changes -> !changes.isEmpty()).isPresent();
            List<String> refused = ChangeRefusals.reasons(labContext.open());
            if (!changed && refused.isEmpty()) {
                return List.of();
            }
            List<String> lines = new ArrayList<>();
            lines.add("The lab file has changed since the last `up` that ended well: checks judge the lab by the file "
                    + "as it is now." + (changed ? " `hybridlab plan %s` shows the changes.".formatted(word) : ""));
            if (!refused.isEmpty()) {
                lines.add("`up` refuses these changes; set them back:");
                refused.forEach(reason -> lines.add("  - " + reason));
            }
            return lines;
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            // A template that cannot be rendered is told by what needs it.
            return List.of();
        }
    }
}
