package org.hybridlab.provision.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.AppliedManifests;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.NewObject;
import org.hybridlab.cluster.api.ObjectPath;
import org.hybridlab.cluster.inventory.ClusterObjects;
import org.hybridlab.cluster.inventory.HeldObjects;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.plan.StepContext;
import tools.jackson.databind.JsonNode;

/**
 * What a lab created in a cluster of others. The workspace lists each object before it is created, so {@code destroy}
 * removes only these. The list marks the cluster as somebody else's.
 */
public final class JoinedCluster {
    private static final String LIST = "kubernetes/made-in-cluster.txt";
    private static final String LEFT = "kubernetes/left-in-cluster.txt";
    private static final String DELETE_OBJECT = "kubectl delete --raw ";
    private static final String DELETE_NODE = "kubectl delete node ";
    private static final int AT_ONCE = 8;

    private final Workspace workspace;

    public JoinedCluster(Workspace workspace) {
        this.workspace = workspace;
    }

    /**
     * An object created, or about to be.
     *
     * @param uid {@link #NONE} until the API server has sent it
     * @param mark of the object until its uid is recorded
     */
    private record Made(String uid, String mark, String path) {
        private static final String NONE = "-";

        static Made begun(String path) {
            return new Made(NONE, "hybridlab-" + UUID.randomUUID(), path);
        }

        static Made parse(String line) {
            String[] words = line.split(" ", 3);
            if (words.length < 3) {
                throw LabException.hostNotReady("state-unreadable", "The list of what the lab made in its cluster "
                        + "cannot be read: " + line, "Each line of %s is a UID, a mark and a path.".formatted(LIST));
            }
            return new Made(words[0], words[1], words[2]);
        }

        String line() {
            return String.join(" ", uid, mark, path);
        }

        /** Also under another version of its API. */
        boolean isAt(String other) {
            return ObjectPath.areSame(path, other);
        }

        boolean is(JsonNode live) {
            return uid.equals(NONE) ? NewObject.isMarked(live, mark) : uid.equals(uidOf(live));
        }
    }

    /** Whether the workspace's cluster is somebody else's. */
    public boolean isJoined() {
        return Files.isRegularFile(workspace.folder().resolve(LIST));
    }

    /** From now on only listed objects are the lab's. */
    public void begin() {
        if (!isJoined()) {
            write(List.of());
        }
    }

    /**
     * @param shared whether to accept an object of others as it is
     * @param before gets the path of each object before it is created or applied
     * @throws LabException {@code object-not-owned} if somebody else's exists and is not accepted
     */
    public void apply(Cluster cluster, List<Manifest> objects, boolean shared, Consumer<String> before,
                      StepContext context) {
        AppliedManifests manifests = cluster.manifests(new AppliedDigests(workspace));
        for (Manifest object : objects) {
            String path = cluster.awaitedPath(object, context.cancellation());
            Optional<JsonNode> live = cluster.api().find(path);
            if (live.filter(one -> AppliedManifests.isEnding(one) && isOurs(path, one)).isPresent()) {
                manifests.awaitEnd(object, path, context::line, context.cancellation());
                live = Optional.empty();
            }
            Optional<JsonNode> ours = live.filter(one -> isOurs(path, one));
            if (live.isEmpty() || ours.isPresent()) {
                before.accept(path);
            }
            if (live.isEmpty()) {
                ours = new NewObject(cluster.api(), path, begun(path)).make(object)
                        .or(() -> cluster.api().find(path).filter(one -> isOurs(path, one)));
            }
            if (ours.isPresent()) {
                own(cluster.api(), path, ours.get());
                manifests.apply(object, path, uidOf(ours.get()), context::line);
            } else if (shared) {
                context.line(object.reference() + " is there already, and stays as it is");
            } else {
                throw LabException.labFailed("object-not-owned",
                        "The cluster has a %s already, which this lab did not make.".formatted(object.reference()),
                        "Give the lab's object another name, or remove the existing one.");
            }
        }
    }

    /** Records that the lab is about to create it. @return the mark, of an earlier try if that may still be running */
    private String begun(String path) {
        return change(path, made -> new Made(Made.NONE, made.mark(), path)).mark();
    }

    private void own(ApiServer api, String path, JsonNode live) {
        new NewObject(api, path, change(path, made -> new Made(uidOf(live), made.mark(), path)).mark()).handOver(live);
    }

    /** Steps apply in parallel. */
    private Made change(String path, UnaryOperator<Made> change) {
        synchronized (JoinedCluster.class) {
            Made now = change.apply(made(path).orElseGet(() -> Made.begun(path)));
            List<Made> all = new ArrayList<>(created());
            if (made(path).isEmpty()) {
                all.add(now);
            }
            all.replaceAll(made -> made.isAt(path) ? now : made);
            write(all);
            return now;
        }
    }

    /** Those that the lab created, or would create. */
    public List<Manifest> withoutOthers(Cluster cluster, List<Manifest> objects) {
        return objects.stream().filter(object -> {
            String path = cluster.path(object);
            return cluster.api().find(path).filter(live -> !isOurs(path, live)).isEmpty();
        }).toList();
    }

    /** What others would lose with the lab's objects, by path. @throws LabException if the API server does not say */
    public Map<String, List<String>> held(Cluster cluster) {
        Map<String, List<String>> held = new TreeMap<>();
        List<Made> all = created();
        List<String> holders = all.stream().filter(made -> HeldObjects.mayBeIn(made.path())
                && cluster.api().find(made.path()).filter(made::is).isPresent()).map(Made::path).toList();
        if (!holders.isEmpty()) {
            try (Parallel parallel = new Parallel(AT_ONCE, Cancellation.ofThisThread())) {
                ClusterObjects now = ClusterObjects.read(cluster.api(), parallel);
                holders.forEach(path -> held.put(path, HeldObjects.ofOthers(now, path, object -> all.stream()
                        .anyMatch(made -> made.isAt(object.path()) && made.is(object.json())))));
            }
        }
        held.values().removeIf(List::isEmpty);
        return held;
    }

    /** Deletes listed objects, last first, but keeps those that others use. @param lost paths to delete anyway */
    public void removeAll(Cluster cluster, Set<String> lost, Consumer<String> lines) {
        Map<String, List<String>> held = held(cluster);
        held.keySet().removeAll(lost);
        lastFirst().filter(made -> !held.containsKey(made.path())).forEach(made -> lines.accept(made.path()
                + (remove(cluster.api(), made) ? " removed" : " is not there, or not the lab's any more")));
        write(created().stream().filter(made -> held.containsKey(made.path())).toList());
        leave(left -> left.removeIf(command -> command.startsWith(DELETE_OBJECT)));
    }

    private static boolean remove(ApiServer api, Made made) {
        Optional<JsonNode> live = api.find(made.path()).filter(made::is);
        try {
            live.ifPresent(one -> api.deleteWithOwned(made.path(), uidOf(one)));
            return live.isPresent();
        } catch (LabException e) {
            if (!e.id().equals("api-conflict")) {
                throw e;
            }
            return false;
        }
    }

    /** The cluster cannot be reached to delete the listed objects. */
    public void objectsStay() {
        leave(left -> lastFirst().forEach(made -> left.add(DELETE_OBJECT + ShellQuoting.quote(made.path()
                + (made.uid().equals(Made.NONE) ? "" : "?uid=" + made.uid())))));
    }

    /** Paths to delete, without what others have something in. */
    public List<String> kept() {
        return left().stream().anyMatch(command -> command.startsWith(DELETE_OBJECT)) ? List.of()
                : created().stream().map(Made::path).toList();
    }

    /** @param stays whether the cluster cannot be asked to delete it */
    public void node(String name, boolean stays) {
        String command = DELETE_NODE + ShellQuoting.quote(name);
        leave(left -> {
            left.remove(command);
            if (stays) {
                left.add(command);
            }
        });
    }

    /** Commands to remove by hand what stays; nobody knows of it once the lab is gone. */
    public List<String> left() {
        return lines(LEFT);
    }

    /** Nodes leave in parallel. */
    private void leave(Consumer<Set<String>> change) {
        synchronized (JoinedCluster.class) {
            Set<String> left = new LinkedHashSet<>(left());
            change.accept(left);
            if (!left.equals(Set.copyOf(left()))) {
                write(LEFT, left.stream());
            }
        }
    }

    private Stream<Made> lastFirst() {
        List<Made> created = new ArrayList<>(created());
        Collections.reverse(created);
        return created.stream();
    }

    public boolean isOurs(String path, JsonNode live) {
        return made(path).filter(made -> made.is(live)).isPresent();
    }

    private Optional<Made> made(String path) {
        return created().stream().filter(made -> made.isAt(path)).findFirst();
    }

    private List<Made> created() {
        return lines(LIST).stream().map(Made::parse).toList();
    }

    private static String uidOf(JsonNode live) {
        return live.path("metadata").path("uid").asString("");
    }

    private void write(List<Made> created) {
        write(LIST, created.stream().map(Made::line));
    }

    private void write(String name, Stream<String> lines) {
        workspace.write(name, lines.map(line -> line + "\n").collect(Collectors.joining()), Workspace.Kind.LASTING);
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
