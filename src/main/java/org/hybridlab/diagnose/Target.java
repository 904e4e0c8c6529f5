package org.hybridlab.diagnose;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.guest.GuestShell;

/**
 * A lab to look at, as far as it is up.
 *
 * @param name what the user calls it
 * @param machines those that can be reached by ssh, if they run
 * @param podInterface of the pod network on Linux machines; empty: it has none
 * @param lab what its cluster should be; empty: nobody knows
 * @param appObjects paths on the API server of what was applied for each app
 * @param replicas how many pods the lab's files state for workloads, by those paths
 * @param api empty if there is no cluster yet; making it touches nothing but files
 */
public record Target(String name, List<Place> machines, Optional<String> podInterface, Optional<Lab> lab,
                     Map<String, List<String>> appObjects, Map<String, Integer> replicas,
                     Optional<Supplier<ApiServer>> api) {
    Target(String name, List<Place> machines, Optional<String> podInterface, Optional<Lab> lab,
           Map<String, List<String>> appObjects, Optional<Supplier<ApiServer>> api) {
        this(name, machines, podInterface, lab, appObjects, Map.of(), api);
    }

    /** A machine and the way into it. */
    public record Place(Machine machine, GuestShell shell) {
    }

    /** {@code first} for the control plane that {@code kubeadm init} runs on. */
    String rank(Machine machine) {
        return lab.filter(one -> !one.joinsExisting() && one.firstControlPlane().name().equals(machine.name()))
                .isPresent() ? "first" : "-";
    }

    Map<String, String> addresses() {
        return machines.stream().collect(Collectors.toMap(place -> place.machine().name(),
                place -> place.machine().address().toString()));
    }
}
