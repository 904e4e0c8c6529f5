package org.hybridlab.provider.api;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.common.process.ThisHost;
import org.hybridlab.common.workspace.RealPath;

/**
 * Who made a resource: without it nobody but that one could tell whether its lab still lives.
 *
 * @param workspace of the lab
 * @param state the folder that has the lab's record
 * @param user who made it
 * @param host id of the host that it was made on
 * @param stateId of the state folder; empty: it has none before a workspace is bound
 */
public record ResourceOrigin(Path workspace, Path state, String user, String host, String stateId) {
    private static final Pattern MAKER = Pattern.compile("(.+)@([0-9a-f]*)/([0-9a-f]*):(/.*)");

    /** What this user makes here. */
    public static ResourceOrigin here(Path workspace, Path state, String stateId) {
        return new ResourceOrigin(RealPath.of(workspace), RealPath.of(state), System.getProperty("user.name"),
                ThisHost.here().id(), stateId);
    }

    /** As {@link #maker()} wrote it; empty if it is not that. */
    public static Optional<ResourceOrigin> of(String workspace, String maker) {
        Matcher parts = MAKER.matcher(maker);
        return workspace.startsWith("/") && parts.matches() ? Optional.of(new ResourceOrigin(Path.of(workspace),
                Path.of(parts.group(4)), parts.group(1), parts.group(2), parts.group(3)))
                : Optional.empty();
    }

    /** The user, the host and the state folder with its id, in one word. */
    public String maker() {
        return "%s@%s/%s:%s".formatted(user, host, stateId, state);
    }
}
