package org.hybridlab.provider.libvirt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.Role;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provider.TestLabs;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
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
    private static final LabId ID = new LabId("kurs-202610", "3fa9c1");
    private final Map<String, String> answers = new LinkedHashMap<>(Map.of(
            "pool-list --name", "default\n", "pool-list --name --all", "default\n",
            "list --uuid --name --all", " 7c1b2d3e-0000-4000-8000-000000000001 hl-kurs-202610-3fa9c1-node1\n"
                    + " 7c1b2d3e-0000-4000-8000-000000000002 hl-kurs-0a1b2c-node1\n",
            "vol-list default", " hl-kurs-202610-3fa9c1-node1.img   /var/lib/libvirt/images/x\n",
            "net-list --name --all", "default\nhl-kurs-202610-3fa9c1\n"));
    private final List<String> calls = new ArrayList<>();

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
    private static final class Network extends FakePrograms {
        private static final Pattern VALUE = Pattern.compile("'([^']*)'");

        private final List<String> reservations = new ArrayList<>();
        private final List<String> updates = new ArrayList<>();

        private void has(Machine... machines) {
            Stream.of(machines).map(LibvirtReservationsTest::host).forEach(reservations::add);
        }

        @Override
        protected Answer answer(Command command) {
            List<String> words = command.words().subList(4, command.words().size());
            String error = words.get(0).equals("net-update") ? update(words) : "";
            return new Answer(error.isEmpty() ? 0 : 1, switch (words.get(0)) {
                case "net-list" -> TestLabs.ID + "\n";
                case "net-dumpxml" -> xml();
                default -> "";
            }, error);
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

    @Test
    void labWithHashInName_hasItsResources() {
        assertThat(provider().resources(ID, cancellation)).extracting(LabResource::title).containsExactly(
                "machine hl-kurs-202610-3fa9c1-node1", "volume hl-kurs-202610-3fa9c1-node1.img",
                "network hl-kurs-202610-3fa9c1");
        assertThat(provider().resources(ID, cancellation)).extracting(LabResource::lab).containsOnly(ID);
    }

    @Test
    void volumes_whilePoolIsOff_areUnknown() {
        answers.put("pool-list --name", "\n");

        LabException unknown = failure(() -> provider().resources(ID, cancellation));
        assertThat(unknown.id()).isEqualTo("provider-not-answering");
        assertThat(unknown.what()).contains("'default' does not run", "pool-start default");
    }

    @Test
    void volumes_withoutAnyPool_areNone() {
        answers.put("pool-list --name", "\n");
        answers.put("pool-list --name --all", "\n");

        assertThat(provider().resources(ID, cancellation)).extracting(LabResource::kind)
                .containsExactly(LabResource.Kind.MACHINE, LabResource.Kind.NETWORK);
    }

    /** While its pool was off, virsh took a machine away and left its disk. */
    @Test
    void release_removesDisks_thatWereLeft() {
        answers.put("vol-list default", answers.get("vol-list default") + " debian.img   /var/lib/libvirt/images/y\n");
        provider().release(ID, cancellation);
        assertThat(calls).contains("vol-delete --pool default hl-kurs-202610-3fa9c1-node1.img",
                "net-undefine hl-kurs-202610-3fa9c1").noneMatch(call -> call.contains("debian"));

        calls.clear();
        answers.put("pool-list --name", "\n");
        provider().release(ID, cancellation);
        assertThat(calls).noneMatch(call -> call.startsWith("vol-delete"));
    }

    private LibvirtProvider provider() {
        FakePrograms virsh = FakePrograms.printing(command -> {
            String words = String.join(" ", command.words().subList(4, command.words().size()));
            calls.add(words);
            return answers.getOrDefault(words, "");
        });
        return new LibvirtProvider(virsh, false);
    }
}
