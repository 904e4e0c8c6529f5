package org.hybridlab.provider.docker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.ProviderTool;

/**
 * How containers are connected to the network of their lab. Each has its address there from birth; but somebody may
 * have connected it another time, or removed the network while all were off, as {@code docker network prune} does: no
 * container starts in a new network of that name.
 *
 * @param network docker's name of it
 */
record DockerConnections(ProviderTool docker, String network) {
    /** Machine, container, and of each network its name, its id unless it is of the next start, and the address. */
    private static final String FORMAT = "{{index .Config.Labels \"" + DockerProvider.MACHINE_LABEL + "\"}} {{.Id}}"
            + "{{range $name, $one := .NetworkSettings.Networks}} {{$name}}/{{$one.NetworkID}}/"
            + "{{with $one.IPAMConfig}}{{.IPv4Address}}{{end}}{{end}}";

    /**
     * A machine that is not where the lab has it.
     *
     * @param connected whether it is in a network of the lab's name
     * @param seen for people
     */
    record Misplaced(Machine machine, String container, boolean connected, String seen) {
        /** For people, without a full stop. */
        String words() {
            return "%s is %s instead of %s".formatted(machine.name(), seen, machine.address());
        }
    }

    /**
     * Those of a lab's machines of which docker says so.
     *
     * @param containers ids of the lab's
     */
    List<Misplaced> misplaced(Lab lab, Collection<String> containers, Cancellation cancellation) {
        if (containers.isEmpty()) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("inspect", "--format", FORMAT));
        words.addAll(containers);
        List<String> rows = docker.ask(cancellation, words.toArray(String[]::new)).lines().toList();
        String id = docker.ask(cancellation, "network", "ls", "--no-trunc", "--format", "{{.ID}} {{.Name}}").lines()
                .filter(line -> line.endsWith(" " + network)).map(line -> line.substring(0, line.indexOf(' ')))
                .findFirst().orElse("");
        return rows.stream().flatMap(row -> misplaced(lab, row.split(" "), id).stream()).toList();
    }

    private Optional<Misplaced> misplaced(Lab lab, String[] row, String id) {
        Optional<Machine> machine = row.length < 2 ? Optional.empty() : lab.machine(row[0]);
        if (machine.isEmpty()) {
            return Optional.empty();
        }
        for (int i = 2; i < row.length; i++) {
            String[] one = row[i].split("/", -1);
            if (one.length == 3 && one[0].equals(network)) {
                boolean old = !one[1].isEmpty() && !id.isEmpty() && !one[1].equals(id);
                String seen = old ? "in a network that is gone" : one[2].isEmpty() ? "at no fixed address" : "at "
                        + one[2];
                return !old && one[2].equals(machine.get().address().toString()) ? Optional.empty()
                        : Optional.of(new Misplaced(machine.get(), row[1], true, seen));
            }
        }
        return Optional.of(new Misplaced(machine.get(), row[1], false, "in no network of the lab"));
    }

    /** Off, and connected at its address for the next start: it would keep what it knows of the other one. */
    void connect(Misplaced one, MachinePower power, Consumer<String> lines, Cancellation cancellation) {
        power.halt(one.machine().name(), lines, cancellation);
        if (one.connected()) {
            docker.ask(cancellation, "network", "disconnect", "--force", network, one.container());
        }
        docker.ask(cancellation, "network", "connect", "--ip", one.machine().address().toString(), network,
                one.container());
    }
}
