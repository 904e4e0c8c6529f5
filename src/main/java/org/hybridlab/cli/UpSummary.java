package org.hybridlab.cli;

import java.io.PrintWriter;

import org.hybridlab.lab.App;
import org.hybridlab.lab.Machine;
import org.hybridlab.steps.OpenLab;

/** What stands at the end of a green {@code up}: machines, addresses, pages, and how to go on. */
final class UpSummary {
    private UpSummary() {
    }

    static void print(OpenLab open, String word, PrintWriter out) {
        out.printf("%n%s is up: Kubernetes %s on %s.%n", open.lab().name(), open.lab().kubernetes(),
                open.choice().provider().traits().title());
        for (Machine machine : open.lab().machines()) {
            out.printf("  %-16s %-14s %s%s%n", machine.name(), machine.role().word(), machine.address(),
                    machine.isSimulated() ? "  simulated: nothing runs there" : "");
        }
        for (App app : open.lab().apps()) {
            app.nodePort().ifPresent(port -> out.printf("  %-16s %-14s http://%s:%d%s%n", app.name(), "app",
                    open.lab().firstNode().address(), port, app.path()));
        }
        out.printf("Go on with:%n");
        out.printf("  hybridlab kubectl %s get pods -o wide%n", word);
        out.printf("  hybridlab ssh %s %s%n", word, open.lab().firstNode().name());
        out.printf("  hybridlab destroy %s%n", word);
    }
}
