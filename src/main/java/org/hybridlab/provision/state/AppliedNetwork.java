package org.hybridlab.provision.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.OverlayStyle;

/** What a cluster keeps for life: its owner, its networks, and how Windows agents run. By lab file key. Pure. */
public final class AppliedNetwork {
    private static final String CLUSTER = "cluster";
    private static final String OWN = "own";
    private static final String JOINED = "joined";
    private static final String MODE = "network.mode";
    private static final String VNI = "network.vni";
    private static final String PORT = "network.port";
    public static final String AGENTS = "network.windowsAgents";

    private AppliedNetwork() {
    }

    /** @param then the lab of the existing cluster, if any */
    static Map<String, String> of(Lab lab, Optional<AppliedLab> then) {
        Map<String, String> all = new TreeMap<>(Map.of(MODE, lab.network().mode().id(),
                "network.pods", lab.network().pods().toString(),
                "network.services", lab.network().services().toString(),
                "network.domain", lab.network().domain(),
                CLUSTER, lab.joinsExisting() ? JOINED : OWN));
        if (!lab.joinsExisting()) {
            all.put("featureGates", lab.components().featureGatesFlag());
            all.put("runtimeConfig", lab.components().runtimeConfigFlag());
            all.put("network.virtualAddress", lab.network().virtualAddress().map(Ipv4::toString).orElse("none"));
        }
        if (!lab.joinsExisting() && lab.network().mode().traits().encapsulates()) {
            all.put(VNI, String.valueOf(lab.network().vni()));
            all.put(PORT, String.valueOf(lab.network().port()));
        }
        agents(lab, then).ifPresent(style -> all.put(AGENTS, style));
        return all;
    }

    /** DaemonSets stay in the cluster when the last Windows machine has left. */
    private static Optional<String> agents(Lab lab, Optional<AppliedLab> then) {
        return lab.madeWindowsMachines().isEmpty()
                ? then.filter(AppliedNetwork::mayHaveAgents).map(old -> old.network().get(AGENTS))
                : Optional.of(lab.network().overlays().id());
    }

    /** They come with the first Windows machine. A successful {@code up} recorded them, even if it has left. */
    private static boolean mayHaveAgents(AppliedLab then) {
        List<AppliedMachine> windows = windows(then);
        return windows.isEmpty() || windows.stream().anyMatch(AppliedMachine::joined)
                || then.machines().stream().anyMatch(machine -> machine.joined() && !machine.fresh());
    }

    private static List<AppliedMachine> windows(AppliedLab then) {
        return then.machines().stream()
                .filter(machine -> machine.os().equals(Os.WINDOWS.id()) && !machine.simulated()).toList();
    }

    static Map<String, String> withDaemonSets(Map<String, String> network) {
        Map<String, String> all = new TreeMap<>(network);
        all.put(AGENTS, OverlayStyle.DAEMONSET.id());
        return all;
    }

    public static boolean isJoined(AppliedLab then) {
        return JOINED.equals(then.network().get(CLUSTER));
    }

    /** Differences that no running cluster can take, each with its reason. */
    public static List<String> refused(AppliedLab then, Lab now) {
        List<String> reasons = new ArrayList<>();
        Map<String, String> wanted = of(now, Optional.of(then));
        then.network().forEach((key, value) -> {
            if (wanted.containsKey(key) && !wanted.get(key).equals(value)) {
                switch (key) {
                    case CLUSTER -> reasons.add(cluster(value));
                    case MODE -> mode(then, now, wanted.get(key)).ifPresent(reasons::add);
                    case AGENTS -> agents(then, now).ifPresent(reasons::add);
                    default -> reasons.add(kept(key, value, wanted.get(key)));
                }
            }
        });
        return reasons;
    }

    private static String kept(String key, String then, String now) {
        return "%s is %s, and the file says %s: nodes and pods keep it for the cluster's life".formatted(key,
                orNothing(then), orNothing(now));
    }

    private static String orNothing(String value) {
        return value.isEmpty() ? "nothing" : value;
    }

    private static Optional<String> mode(AppliedLab then, Lab now, String wanted) {
        return takesMode(then, now) ? Optional.empty() : Optional.of(kept(MODE, then.network().get(MODE), wanted));
    }

    /** A joined cluster has its own pod network: the mode only configures Windows machines. */
    private static boolean takesMode(AppliedLab then, Lab now) {
        return isJoined(then) && now.joinsExisting() && windows(then).isEmpty()
                && now.network().mode().traits().pluginOnWindows() && Stream.of(NetworkMode.values())
                        .filter(mode -> mode.id().equals(then.network().get(MODE))).map(NetworkMode::traits)
                        .anyMatch(mode -> mode.pluginOnWindows()
                                && mode.plugin().equals(now.network().plugin()));
    }

    /** DaemonSets replace services on each machine; nothing removes DaemonSets. */
    private static Optional<String> agents(AppliedLab then, Lab now) {
        boolean modeKept = now.network().mode().id().equals(then.network().get(MODE)) || takesMode(then, now);
        return modeKept && mayHaveAgents(then) && now.network().overlays() == OverlayStyle.SERVICES
                ? Optional.of(AGENTS + " is daemonset, and the file says services: the DaemonSets would stay, and run "
                        + "beside the services on each Windows machine")
                : Optional.empty();
    }

    private static String cluster(String then) {
        return then.equals(OWN) ? "the lab has a cluster of its own, and the file says to join another one: the lab's "
                + "cluster would be destroyed"
                : "the lab has joined a cluster, and the file has no `cluster` any more: the lab's nodes would stay in "
                + "that cluster";
    }
}
