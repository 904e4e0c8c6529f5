package org.hybridlab.labfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.hybridlab.lab.Arch;
import org.hybridlab.lab.Ipv4;
import org.hybridlab.lab.KubernetesVersion;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.Os;
import org.hybridlab.lab.Role;
import org.hybridlab.rules.Place;
import org.yaml.snakeyaml.nodes.Node;

/** The keys {@code machines} and {@code defaults}. */
final class MachineReader {
    private static final int CPUS = 2;
    private static final int MEMORY_MIB = 2048;
    private static final List<String> KEYS =
            List.of("name", "role", "os", "arch", "cpus", "memory", "box", "kubernetes", "address");

    private final Part lab;
    private final Origins origins;
    private final KubernetesVersion kubernetes;
    private final AddressPool pool;
    private final List<Machine> machines = new ArrayList<>();

    MachineReader(Part lab, Origins origins, KubernetesVersion kubernetes, AddressPool pool) {
        this.lab = lab;
        this.origins = origins;
        this.kubernetes = kubernetes;
        this.pool = pool;
    }

    /** Machines in the order of the file, each count as many; fewer if the network has no address for them. */
    List<Machine> read() {
        lab.value("machines").ifPresent(node -> origins.put(Place.of("machines"), node));
        List<Part> parts = lab.items("machines").stream().flatMap(item -> lab.inner(item).stream()).toList();
        parts.forEach(part -> address(part).ifPresent(pool::take));
        parts.forEach(this::readOne);
        return machines;
    }

    private void readOne(Part part) {
        Optional<Integer> count = part.number("count");
        String name = part.text("name").orElse("");
        if (name.isEmpty()) {
            return;
        }
        for (int number = 1; number <= count.orElse(1); number++) {
            String numbered = count.isPresent() ? name + number : name;
            Optional<Ipv4> address = address(part).or(pool::next);
            if (address.isEmpty()) {
                pool.exhausted(part.node());
                return;
            }
            remember(part);
            machines.add(machine(part, numbered, address.get()));
        }
    }

    private Machine machine(Part part, String name, Ipv4 address) {
        return new Machine(name,
                part.text("role").map(Role::of).orElse(Role.WORKER),
                setting(part, "os").map(Os::of).orElse(Os.LINUX),
                setting(part, "arch").map(Arch::of).orElse(Arch.AMD64),
                part.number("cpus").or(() -> defaults().flatMap(all -> all.number("cpus"))).orElse(CPUS),
                setting(part, "memory").map(MachineReader::mebibytes).orElse(MEMORY_MIB),
                setting(part, "box"),
                VersionReader.read(part).orElse(kubernetes),
                address);
    }

    private Optional<Ipv4> address(Part part) {
        return part.text("address").map(Ipv4::parse);
    }

    private Optional<String> setting(Part part, String key) {
        return part.text(key).or(() -> defaults().flatMap(all -> all.text(key)));
    }

    private Optional<Part> defaults() {
        return lab.part("defaults");
    }

    private void remember(Part part) {
        int number = machines.size();
        origins.put(Place.of("machines", number), part.node());
        Function<String, Optional<Node>> written = key -> part.value(key)
                .or(() -> defaults().flatMap(all -> all.value(key)));
        KEYS.forEach(key -> written.apply(key).ifPresent(node -> origins.put(Place.machine(number, key), node)));
    }

    private static int mebibytes(String text) {
        int number = Integer.parseInt(text.substring(0, text.length() - 3));
        return text.endsWith("GiB") ? number * 1024 : number;
    }
}
