package org.hybridlab.engine;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.common.error.LabException;

/**
 * A stand-in for all that a lab is made of, as plain state: machines, a cluster on one of them, nodes that belong to
 * that very cluster on that very machine, a pod network, apps. Every machine ever made has a number of its own, so that
 * one that was made again is not taken for the old one, as in reality.
 */
final class SimulatedWorld {
    private final Map<String, SimulatedMachine> machines = new LinkedHashMap<>();
    private final Map<String, String> nodes = new HashMap<>();
    private final Map<String, String> apps = new HashMap<>();
    private final Set<String> wanted = new LinkedHashSet<>();
    private final Map<String, Integer> made = new HashMap<>();
    private String cluster = "";
    private String network = "";
    private int numbers;
    private boolean processDead;

    /** From now on nothing that the process does reaches the world. */
    void killProcess() {
        processDead = true;
    }

    void newProcess() {
        processDead = false;
    }

    boolean processDead() {
        return processDead;
    }

    void want(String machine) {
        wanted.add(machine);
    }

    /** How many machines of this name were ever begun. */
    int made(String name) {
        return made.getOrDefault(name, 0);
    }

    boolean machineRuns(String name) {
        return machines.containsKey(name) && machines.get(name).complete;
    }

    /** Half a machine is there: the provider began to make it. */
    void beginMachine(String name) {
        SimulatedMachine old = machines.get(name);
        if (old != null && old.complete) {
            return;
        }
        // Half a machine from an earlier attempt is removed before another one is made.
        machines.put(name, new SimulatedMachine(++numbers));
        made.merge(name, 1, Integer::sum);
    }

    void completeMachine(String name) {
        if (!machines.containsKey(name)) {
            throw LabException.labFailed("vagrant-failed", name + " went away while it was made.", "Try again.");
        }
        machines.get(name).complete = true;
    }

    boolean prepared(String name) {
        return machineRuns(name) && machines.get(name).prepared;
    }

    void prepare(String name) {
        require(machineRuns(name), "ssh-lost", name + " does not answer.");
        machines.get(name).prepared = true;
    }

    boolean clusterRuns() {
        return machineRuns("control") && cluster.equals("on " + machines.get("control").number);
    }

    void initialise() {
        require(prepared("control"), "ssh-lost", "control does not answer.");
        cluster = "on " + machines.get("control").number;
    }

    boolean networkRuns() {
        return clusterRuns() && network.equals(cluster);
    }

    void applyNetwork() {
        require(clusterRuns(), "api-unreachable", "There is no cluster to apply the network to.");
        network = cluster;
    }

    boolean joined(String name) {
        return clusterRuns() && machineRuns(name) && identity(name).equals(nodes.get(name));
    }

    void join(String name) {
        require(clusterRuns(), "api-unreachable", "There is no cluster to join.");
        require(prepared(name), "ssh-lost", name + " does not answer.");
        nodes.put(name, identity(name));
    }

    boolean appRuns(String app, String node) {
        return networkRuns() && joined(node) && (cluster + identity(node)).equals(apps.get(app));
    }

    void deploy(String app, String node) {
        require(networkRuns(), "api-unreachable", "There is no network for the app.");
        require(joined(node), "not-ready", "The node of the app is not there.");
        apps.put(app, cluster + identity(node));
    }

    /** Somebody else removes a machine. */
    void lose(String name) {
        machines.remove(name);
    }

    /** Somebody else breaks a machine so that it has to be made again. */
    void spoil(String name) {
        if (machines.containsKey(name)) {
            machines.get(name).complete = false;
        }
    }

    List<String> machineNames() {
        return List.copyOf(machines.keySet());
    }

    /** Whether all machines and the cluster are there; apps are for who deployed them to say. */
    boolean complete() {
        return networkRuns() && wanted.equals(machines.keySet()) && wanted.stream().allMatch(this::prepared)
                && wanted.stream().filter(name -> !name.equals("control")).allMatch(this::joined);
    }

    private String identity(String name) {
        return name + machines.get(name).number + cluster;
    }

    private static void require(boolean there, String failure, String what) {
        if (!there) {
            throw LabException.labFailed(failure, what, "Try again.");
        }
    }

    private static final class SimulatedMachine {
        private final int number;
        private boolean complete;
        private boolean prepared;

        SimulatedMachine(int number) {
            this.number = number;
        }
    }
}
