package org.hybridlab.diagnose;

import java.util.Arrays;
import java.util.List;

import org.hybridlab.common.text.EnumIds;

/**
 * An entry of {@code data/diagnose/logs.yaml}.
 *
 * @param name as in {@code hybridlab logs --unit}
 * @param what by form: a unit, a pattern of paths, an event log, a command line, or a script
 */
public record LogSource(String name, EvidenceKind kind, Form form, String what) {
    public enum Form {
        UNIT, PODS, FILES, EVENTS, COMMAND, SCRIPT;

        String id() {
            return EnumIds.of(this);
        }

        static List<String> ids() {
            return Arrays.stream(values()).map(Form::id).toList();
        }
    }

    /** Whether it is a log, and not a look at the present state. */
    public boolean isLog() {
        return form != Form.COMMAND && form != Form.SCRIPT;
    }

    boolean isKernel() {
        return form == Form.UNIT && what.equals("kernel");
    }
}
