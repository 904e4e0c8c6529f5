package org.hybridlab.provider.docker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.ProviderTool;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How containers are connected to their lab's network. Users may reconnect them, or remove the network while all are
 * off, as {@code docker network prune} does. A container keeps the id of the removed network, and does not start.
 *
 * @param network docker's name of it
 */
record DockerConnections(ProviderTool docker, String network) {
    private static final String FORMAT = "{{index .Config.Labels \"" + DockerProvider.MACHINE_LABEL + "\"}} {{.Id}} "
            + "{{.State.Status}} {{json .NetworkSettings.Networks}}";
    private static final int COLUMNS = 4;
    /** States of containers that can be stopped and reconnected. */
    private static final Set<String> WHOLE = Set.of("running", "paused", "exited", "created");

    /**
     * A machine at another address.
     *
     * @param seen for people, for example "at 192.168.57.77"
     */
    record Misplaced(Machine machine, String container, List<String> connected, String seen) {
        String words() {
            return "%s is %s instead of at %s".formatted(machine.name(), seen, machine.address());
        }

        String done() {
            return "%s was %s. It is restarted at %s.".formatted(machine.name(), seen, machine.address());
        }
    }

    /** @param containers ids of the lab's */
    List<Misplaced> misplaced(Lab lab, Collection<String> containers, Cancellation cancellation) {
        if (containers.isEmpty()) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("inspect", "--type", "container", "--format", FORMAT));
        words.addAll(containers);
        List<String> rows = docker.look(cancellation, words.toArray(String[]::new)).lines().toList();
        Set<String> there = docker.look(cancellation, "network", "ls", "--quiet", "--no-trunc").lines()
                .collect(Collectors.toSet());
        return rows.stream().flatMap(row -> misplaced(lab, row.split(" ", COLUMNS), there).stream()).toList();
    }

    private Optional<Misplaced> misplaced(Lab lab, String[] row, Set<String> there) {
        Optional<Machine> machine = lab.machine(row[0]);
        if (row.length < COLUMNS || machine.isEmpty() || !WHOLE.contains(row[2])) {
            return Optional.empty();
        }
        JsonNode networks = JsonMapper.shared().readTree(row[3]);
        // The id is empty until the first start with a network.
        List<String> gone = networks.properties().stream().filter(one -> !one.getValue().path("NetworkID").asString("")
                .isEmpty() && !there.contains(one.getValue().path("NetworkID").asString())).map(one -> one.getKey())
                .toList();
        JsonNode own = networks.path(network);
        String address = machine.get().address().toString();
        String has = address(own);
        if (gone.isEmpty() && has.equals(address)) {
            return Optional.empty();
        }
        List<String> connected = new ArrayList<>(gone);
        if (!own.isMissingNode() && !gone.contains(network)) {
            connected.add(network);
        }
        String seen = gone.isEmpty() ? seen(own, has) : "in a network that no longer exists";
        return Optional.of(new Misplaced(machine.get(), row[1], connected, seen));
    }

    private static String seen(JsonNode own, String has) {
        if (own.isMissingNode()) {
            return "not in the lab's network";
        }
        return has.isEmpty() ? "at no fixed address" : "at " + has;
    }

    /** Its present or next address; empty if docker will choose one. */
    private static String address(JsonNode network) {
        String now = network.path("IPAddress").asString("");
        return now.isEmpty() ? network.path("IPAMConfig").path("IPv4Address").asString("") : now;
    }

    /** Stops it first, since its programs use the other address. */
    void connect(Misplaced one, MachinePower power, Cancellation cancellation) {
        power.halt(one.machine().name(), line -> { }, cancellation);
        one.connected().forEach(name -> docker.ask(cancellation, "network", "disconnect", "--force", name,
                one.container()));
        docker.ask(cancellation, "network", "connect", "--ip", one.machine().address().toString(), network,
                one.container());
    }
}
