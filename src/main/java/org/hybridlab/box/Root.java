package org.hybridlab.box;

import org.hybridlab.process.Command;

/** Runs a command as root, in whatever way this user can. */
public interface Root {
    Command command(Command command);
}
