package org.hybridlab.provision.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.ObjectPath;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.plan.StepContext;

/**
 * What a lab made in a cluster that is not its own: a list in the workspace, written before each object is, so that
 * {@code destroy} takes away these and no others. That there is a list says that the cluster is somebody else's.
 */
public final class JoinedCluster {
    private static final String LIST = "kubernetes/made-in-cluster.txt";
    private static final String LEFT = "kubernetes/left-in-cluster.txt";
    private static final String DELETE_OBJECT = "kubectl delete --raw ";
    private static final String DELETE_NODE = "kubectl delete node ";

    private final Workspace workspace;

    public JoinedCluster(Workspace workspace) {
        this.workspace = workspace;
    }

    /** Whether the workspace's cluster is somebody else's. */
    public boolean isJoined() {
        return Files.isRegularFile(workspace.folder().resolve(LIST));
    }

    /** From now on nothing of the cluster is ours but what is on the list. */
    public void begin() {
        if (!isJoined()) {
            workspace.write(LIST, "");
        }
    }

    /**
     * @param shared whether an object that the lab did not make will do as it is
     * @param before told the path of each object before it is applied
     * @throws LabException {@code object-not-owned} if one is there, and will not do
     */
    public void apply(Cluster cluster, List<Manifest> objects, boolean shared, Consumer<String> before,
                      StepContext context) {
        for (Manifest object : objects) {
            String path = cluster.awaitedPath(object, context.cancellation());
            boolean others = !made(path) && cluster.api().find(path).isPresent();
            if (others && !shared) {
                throw LabException.labFailed("object-not-owned",
                        "The cluster has a %s already, which this lab did not make.".formatted(object.reference()),
                        "Give the lab's object another name, or remove the existing one.");
            }
            if (others) {
                context.line(object.reference() + " is there already, and stays as it is");
                continue;
            }
            note(path);
            cluster.manifests(new AppliedDigests(workspace))
                    .apply(List.of(object), before, context::line, context.cancellation());
        }
    }

    /** Several steps apply at once. */
    private void note(String path) {
        synchronized (JoinedCluster.class) {
            Set<String> all = new LinkedHashSet<>(created());
            if (all.add(path)) {
                workspace.write(LIST, String.join("\n", all) + "\n");
            }
        }
    }

    /** Those that the lab made, or would make: what others made stays as it is. */
    public List<Manifest> withoutOthers(Cluster cluster, List<Manifest> objects) {
        Set<String> created = Set.copyOf(created());
        return objects.stream().filter(object -> {
            String path = cluster.path(object);
            return contains(created, path) || cluster.api().find(path).isEmpty();
        }).toList();
    }

    /** Takes away what is on the list, the last first. */
    public void removeAll(Cluster cluster, Consumer<String> lines) {
        for (String path : lastFirst()) {
            cluster.api().deleteWithOwned(path);
            lines.accept(path + " removed");
        }
        leave(left -> left.removeIf(command -> command.startsWith(DELETE_OBJECT)));
    }

    /** The cluster cannot be asked to take away what is on the list. */
    public void objectsStay() {
        leave(left -> lastFirst().forEach(path -> left.add(DELETE_OBJECT + ShellQuoting.quote(path))));
    }

    /** @param stays whether the cluster cannot be asked to take it away */
    public void node(String name, boolean stays) {
        String command = DELETE_NODE + ShellQuoting.quote(name);
        leave(left -> {
            left.remove(command);
            if (stays) {
                left.add(command);
            }
        });
    }

    /** Commands that take away by hand what stays there; of a lab that goes, which nobody knows afterwards. */
    public List<String> left() {
        return lines(LEFT);
    }

    /** Several nodes leave at once. */
    private void leave(Consumer<Set<String>> change) {
        synchronized (JoinedCluster.class) {
            Set<String> left = new LinkedHashSet<>(left());
            change.accept(left);
            if (!left.equals(Set.copyOf(left()))) {
                workspace.write(LEFT, left.stream().map(command -> command + "\n").collect(Collectors.joining()));
            }
        }
    }

    private List<String> lastFirst() {
        List<String> created = new ArrayList<>(created());
        Collections.reverse(created);
        return created;
    }

    /** Whether the lab made the object at this path. */
    public boolean made(String path) {
        return contains(created(), path);
    }

    /** Also under another version of its API. */
    private static boolean contains(Collection<String> created, String path) {
        return created.stream().anyMatch(one -> ObjectPath.areSame(one, path));
    }

    private List<String> created() {
        return lines(LIST);
    }

    private List<String> lines(String name) {
        Path file = workspace.folder().resolve(name);
        try {
            return Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
