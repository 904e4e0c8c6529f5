package org.hybridlab.provider.libvirt;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.Role;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reserved addresses of a lab whose machines changed, in a network that refuses what libvirt's refuses, and prints as
 * virsh 9.0 does (seen with its test driver).
 */
class LibvirtReservationsTest {
    private final Network network = new Network();
    private final Cancellation cancellation = new Cancellation();

    @Test
    void address_ofMachineThatLeft_isReservedAgain() {
        network.has(machine("control", 10), machine("old", 11));

        prepare(machine("control", 10), machine("new", 11));

        assertThat(network.reservations).containsExactlyInAnyOrder(host(machine("control", 10)),
                host(machine("new", 11)));
        assertThat(network.updates).allMatch(update -> update.endsWith("--config --live"));
    }

    @Test
    void name_withAnotherAddress_isReservedAgain() {
        network.has(machine("control", 10), machine("node", 11));

        prepare(machine("control", 10), machine("node", 12));

        assertThat(network.reservations).containsExactlyInAnyOrder(host(machine("control", 10)),
                host(machine("node", 12)));
    }

    @Test
    void addresses_thatWereExchanged_areReservedAgain() {
        network.has(machine("one", 11), machine("two", 12));

        prepare(machine("one", 12), machine("two", 11));

        assertThat(network.reservations).containsExactlyInAnyOrder(host(machine("one", 12)),
                host(machine("two", 11)));
    }

    @Test
    void machineThatLeaves_keepsItsReservation() {
        network.has(machine("control", 10), machine("leaving", 11));

        prepare(machine("control", 10), machine("new", 12));

        assertThat(network.reservations).contains(host(machine("leaving", 11)), host(machine("new", 12)));
    }

    /**
     * An hour after it was given, Vagrant no longer finds the one address; of the other libvirt 7.0 notes no end, and
     * then cannot read what it has noted.
     */
    @ParameterizedTest
    @ValueSource(strings = {"/>", "><lease expiry='0'/></host>"})
    void reservation_ofAnotherTime_isMadeAgain(String older) {
        network.reservations.add(host(machine("control", 10)).replaceFirst("><lease.*", older));

        prepare(machine("control", 10));
        prepare(machine("control", 10));

        assertThat(network.reservations).singleElement().asString().endsWith("'><lease expiry='87600' unit='hours'/>"
                + "</host>");
        assertThat(network.updates).hasSize(2);
    }

    private void prepare(Machine... machines) {
        Lab lab = TestLabs.lab(NetworkMode.FLANNEL_VXLAN, Outside.direct(), machines);
        new LibvirtProvider(network, false).prepare(TestLabs.ID, lab, cancellation);
    }

    private static Machine machine(String name, int number) {
        return TestLabs.machine(name, Role.WORKER, Os.LINUX, number);
    }

    private static String host(Machine machine) {
        return LibvirtNetwork.host(TestLabs.ID, machine);
    }

    /** Runs. Refuses an entry of which another has the MAC, name or address, and to delete what is not there. */
    private static final class Network implements Processes {
        private static final Pattern VALUE = Pattern.compile("'([^']*)'");

        private final List<String> reservations = new ArrayList<>();
        private final List<String> updates = new ArrayList<>();

        private void has(Machine... machines) {
            Stream.of(machines).map(LibvirtReservationsTest::host).forEach(reservations::add);
        }

        @Override
        public Result run(Command command, Consumer<String> lines, Cancellation cancelled) {
            List<String> words = command.words().subList(4, command.words().size());
            String error = words.get(0).equals("net-update") ? update(words) : "";
            return new Result(command, error.isEmpty() ? 0 : 1, switch (words.get(0)) {
                case "net-list" -> TestLabs.ID + "\n";
                case "net-dumpxml" -> xml();
                default -> "";
            }, error, Duration.ZERO);
        }

        private String update(List<String> words) {
            updates.add(String.join(" ", words));
            String host = words.get(4);
            if (words.get(2).equals("delete")) {
                return reservations.removeIf(there -> values(there).equals(values(host))) ? ""
                        : "error: couldn't locate a matching dhcp host entry";
            }
            if (reservations.stream().anyMatch(there -> meet(values(there), values(host)))) {
                return "error: there is an existing dhcp host entry in network that matches \"%s\"".formatted(host);
            }
            reservations.add(host);
            return "";
        }

        private String xml() {
            Lab lab = TestLabs.lab(NetworkMode.FLANNEL_VXLAN, Outside.direct(), machine("any", 10));
            return LibvirtNetwork.xml(TestLabs.ID, lab).replaceAll(" *<host .*\n", reservations.stream()
                    .map(host -> "      " + host.replace("><", ">\n        <") + "\n").collect(Collectors.joining()));
        }

        private static boolean meet(List<String> one, List<String> other) {
            return IntStream.range(0, one.size()).anyMatch(i -> one.get(i).equals(other.get(i)));
        }

        /** Its MAC, name and address: the length of its lease does not tell it from others. */
        private static List<String> values(String host) {
            Matcher values = VALUE.matcher(host);
            return values.results().limit(3).map(value -> value.group(1)).toList();
        }
    }
}
