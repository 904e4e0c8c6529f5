package org.hybridlab.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.report.JsonReport;

/**
 * Result of a green {@code up}, and the shape of its {@code --output json}.
 *
 * @param changes of the lab file since the last {@code up}, or since the snapshot it was restored to
 * @param stoppedAfter what {@code --until} said
 * @param checks empty if they were not judged
 */
public record UpSummary(String lab, String kubernetes, ProviderName provider, List<MachineLine> machines,
        List<AppLine> apps, List<LabChange> changes,
                 Optional<String> stoppedAfter, Optional<JsonReport> checks) {
    record MachineLine(String name, String role, String address, boolean simulated) {
    }

    record AppLine(String name, String url) {
    }

    public static UpSummary of(OpenLab open, List<LabChange> changes, Optional<String> stoppedAfter,
                               Optional<JsonReport> checks) {
        return new UpSummary(open.lab().name(), open.lab().kubernetes().toString(), open.choice().provider(),
                open.lab().machines().stream().map(machine -> new MachineLine(machine.name(), machine.role().id(),
                        machine.address().toString(), machine.isSimulated())).toList(),
                open.lab().apps().stream().flatMap(app -> app.url(open.lab().firstNode()).stream()
                        .map(url -> new AppLine(app.name(), url))).toList(), changes, stoppedAfter, checks);
    }

    public List<String> lines(String word, String firstNode) {
        List<String> lines = new ArrayList<>(List.of("",
                "%s is up: Kubernetes %s on %s.".formatted(lab, kubernetes, provider.traits().title())));
        machines.forEach(machine -> lines.add("  %-16s %-14s %s%s".formatted(machine.name(), machine.role(),
                machine.address(), machine.simulated() ? "  simulated: nothing runs there" : "")));
        apps.forEach(app -> lines.add("  %-16s %-14s %s".formatted(app.name(), "app", app.url())));
        lines.add("Go on with:");
        lines.add("  hybridlab kubectl %s get pods -o wide".formatted(word));
        lines.add("  hybridlab ssh %s %s".formatted(word, firstNode));
        lines.add("  hybridlab destroy " + word);
        return lines;
    }
}
