package org.hybridlab.provider.api;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.common.process.ThisHost;
import org.hybridlab.common.workspace.RealPath;

/**
 * Who created a resource, and so who can tell whether its lab still exists.
 *
 * @param state folder with the lab's record
 * @param stateId of the state folder; empty before a workspace is bound
 */
public record ResourceOrigin(Path workspace, Path state, String user, String host, String stateId) {
    private static final Pattern MAKER = Pattern.compile("(.+)@([0-9a-f]*)/([0-9a-f]*):(/.*)");

    public static ResourceOrigin here(Path workspace, Path state, String stateId) {
        return new ResourceOrigin(RealPath.of(workspace), RealPath.of(state), System.getProperty("user.name"),
                ThisHost.here().id(), stateId);
    }

    /** Empty if it is not from {@link #maker()}. */
    public static Optional<ResourceOrigin> of(String workspace, String maker) {
        Matcher parts = MAKER.matcher(maker);
        return workspace.startsWith("/") && parts.matches() ? Optional.of(new ResourceOrigin(Path.of(workspace),
                Path.of(parts.group(4)), parts.group(1), parts.group(2), parts.group(3)))
                : Optional.empty();
    }

    /** User, host, state folder and its id, as one word. */
    public String maker() {
        return "%s@%s/%s:%s".formatted(user, host, stateId, state);
    }
}
