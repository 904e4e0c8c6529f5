package org.hybridlab.cli.support;

import java.util.Map;

/** A command that only holds others. */
public interface CommandGroup {
    /** Its commands by name, in the order of the help page. */
    Map<String, Object> commands();
}
