package org.hybridlab.cli;

import java.util.List;

import org.hybridlab.box.BuiltBox;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The boxes that hybridlab made on this host. */
@Command(name = "list", description = "Show the boxes that hybridlab built or packaged on this host.",
        footerHeading = "%nExample:%n", footer = "  hybridlab box list --output json")
final class BoxListCommand implements Runnable {
    private final Session session;
    @Mixin
    private BoxProvider provider;

    BoxListCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        HostService host = new HostService(session);
        List<BuiltBox> built = host.boxes().list(provider.orOf(host), session.cancellation());
        if (session.options().json()) {
            new JsonOutput(session.out()).print(built);
            return;
        }
        session.out().printf("%-9s %-45s %-10s %8s  %s%n", "PROVIDER", "BOX", "KUBERNETES", "SIZE", "USED BY `up`");
        built.forEach(box -> session.out().printf("%-9s %-45s %-10s %5d MB  %s%n", box.provider().word(), box.name(),
                box.kubernetes(), box.megabytes(), use(box)));
        session.out().flush();
    }

    private static String use(BuiltBox box) {
        return box.packagedFrom().map(machine -> "if a lab names it; it was " + machine)
                .orElse(box.current() ? "yes" : "no, it is older");
    }
}
