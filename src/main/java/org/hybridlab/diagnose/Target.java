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
 * @param name on the command line
 * @param machines reachable by ssh, if they run
 * @param podInterface of the pod network on Linux machines; empty: none
 * @param lab the desired state; empty: unknown
 * @param appObjects API paths of applied objects, by app
 * @param replicas desired pods of workloads, by path
 * @param api empty if there is no cluster yet; only reads files
 */
public record Target(String name, List<Place> machines, Optional<String> podInterface, Optional<Lab> lab,
                     Map<String, List<String>> appObjects, Map<String, Integer> replicas,
                     Optional<Supplier<ApiServer>> api) {
    public record Place(Machine machine, GuestShell shell) {
    }

    /** {@code first} for the control plane of {@code kubeadm init}. */
    String rank(Machine machine) {
        return lab.filter(one -> !one.joinsExisting() && one.firstControlPlane().name().equals(machine.name()))
                .isPresent() ? "first" : "-";
    }

    Map<String, String> addresses() {
        return machines.stream().collect(Collectors.toMap(place -> place.machine().name(),
                place -> place.machine().address().toString()));
    }
}
