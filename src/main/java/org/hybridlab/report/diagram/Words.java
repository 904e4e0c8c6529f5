package org.hybridlab.report.diagram;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Network;

final class Words {
    private Words() {
    }

    static String subtitle(Lab lab) {
        String provider = lab.provider().map(name -> " on " + name.traits().title()).orElse("");
        return "Kubernetes %s, %s%s".formatted(lab.kubernetes(), lab.network().mode().id(), provider);
    }

    /** Without its name. */
    static List<String> machine(Lab lab, Machine machine) {
        List<String> lines = new ArrayList<>();
        lines.add(machine.role().id() + ", " + machine.os().id() + "/" + machine.arch().id());
        lines.add(machine.isSimulated() ? "simulated, nothing runs there"
                : "%d CPU%s, %d MiB".formatted(machine.cpus(), machine.cpus() == 1 ? "" : "s", machine.memoryMiB()));
        lines.add(machine.address().toString());
        if (!machine.kubernetes().equals(lab.kubernetes())) {
            lines.add("kubelet " + machine.kubernetes());
        }
        return lines;
    }

    static String machines(Network network) {
        return "machines " + network.machines();
    }

    static String pods(Network network) {
        String way = network.mode().traits().encapsulates()
                ? "through VXLAN %d, UDP %d".formatted(network.vni(), network.port()) : "by routes between machines";
        return "pods %s %s".formatted(network.pods(), way);
    }

    static String services(Network network) {
        return "services %s, DNS %s for %s".formatted(network.services(), network.dnsService(), network.domain());
    }

    /** How the host reaches the app; empty if it has no page. */
    static Optional<String> door(App app) {
        String path = app.path().equals("/") ? "" : ", " + app.path();
        return app.nodePort().map(port -> "%s: port %d%s".formatted(app.name(), port, path));
    }
}
