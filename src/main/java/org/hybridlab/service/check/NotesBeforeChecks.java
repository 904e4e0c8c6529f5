package org.hybridlab.service.check;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.provision.change.ChangeRefusals;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;

/** Warnings before checks: an unfinished change, or a lab file that changed since `up`. */
public final class NotesBeforeChecks {
    private NotesBeforeChecks() {
    }

    public static List<String> lines(LabContext labContext) {
        List<String> lines = new ArrayList<>();
        try {
            lines.addAll(new WorkspaceState(labContext.workspace()).unfinished(labContext.word()));
            boolean changed = LabChanges.of(labContext).filter(changes -> !changes.isEmpty()).isPresent();
            List<String> refused = ChangeRefusals.reasons(labContext.open());
            if (!changed && refused.isEmpty()) {
                return lines;
            }
            lines.add("The lab file has changed since the last `up` that ended well: checks judge the lab by the file "
                    + "as it is now." + (changed
                            ? " `hybridlab plan %s` shows the changes.".formatted(labContext.word()) : ""));
            if (!refused.isEmpty()) {
                lines.add("`up` refuses these changes; set them back:");
                refused.forEach(reason -> lines.add("  - " + reason));
            }
            return lines;
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            // Code that needs it reports the error.
            return lines;
        }
    }
}
