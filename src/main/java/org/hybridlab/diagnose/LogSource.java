package org.hybridlab.diagnose;

import java.util.Arrays;
import java.util.List;

import org.hybridlab.common.text.EnumIds;

/**
 * Something that a machine says: an entry of {@code diagnose/logs.yaml}.
 *
 * @param name what {@code hybridlab logs --unit} calls it
 * @param what a unit, a pattern of folders or files, an event log, a command line, or the text of a script, by its form
 */
public record LogSource(String name, EvidenceKind kind, Form form, String what) {
    /** How it is read. */
    public enum Form {
        UNIT, PODS, FILES, EVENTS, COMMAND, SCRIPT;

        String id() {
            return EnumIds.of(this);
        }

        static List<String> ids() {
            return Arrays.stream(values()).map(Form::id).toList();
        }
    }

    /** Whether it is a log, which grows, and no look at how things are now. */
    public boolean isLog() {
        return form != Form.COMMAND && form != Form.SCRIPT;
    }

    /** Whether it is what the kernel itself says, which is of no unit. */
    boolean isKernel() {
        return form == Form.UNIT && what.equals("kernel");
    }
}
