package org.hybridlab.artifact.box;

import org.hybridlab.common.process.Command;

/** Runs commands as root, in whatever way this user can. */
public interface Root {
    Command command(Command command);
}
