package org.hybridlab.cli.command;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

import org.hybridlab.cli.support.Table;
import org.hybridlab.report.Colors;
import org.hybridlab.service.StatusResult;
import org.hybridlab.service.status.LabStatus;
import org.hybridlab.service.status.LastChecks;
import org.hybridlab.service.status.MachineStatus;
import org.hybridlab.terminal.Age;

/** @param word what the user calls the lab */
record StatusPage(StatusResult result, String word, Instant now, Colors colors) {
    private static final String STATE = "STATE";
    private static final String NODE = "NODE";
    private static final int SOON = 30;
    private static final String NOT_READY = "not Ready: ";
    private static final String FIELD = "%-14s%s";

    List<String> lines() {
        LabStatus status = result.status();
        List<String> lines = new ArrayList<>();
        lines.add("%s: Kubernetes %s on %s, machines in %s".formatted(status.lab(), status.kubernetes(),
                status.provider().traits().title(), status.network()));
        lines.add("");
        lines.addAll(table(status));
        lines.add("");
        int width = status.apps().stream().mapToInt(app -> app.name().length()).max().orElse(1);
        status.apps().forEach(app -> lines.add(FIELD.formatted("App", ("%-" + width + "s  %s").formatted(app.name(),
                app.url()))));
        status.waiting().stream().flatMap(List::stream).forEach(one -> lines.add(FIELD.formatted("Workload",
                colors.bad(one))));
        status.settings().forEach(one -> lines.add(FIELD.formatted("Set", one)));
        lines.add(FIELD.formatted("Last checks", status.lastChecks().map(this::checks).orElse("unknown")));
        status.snapshots().forEach(one -> lines.add(FIELD.formatted("Snapshot", "%s, %s ago%s".formatted(one.name(),
                Age.of(Duration.between(one.at(), now)), one.bytes() == 0 ? ""
                : String.format(Locale.ROOT, ", %.0f MB", one.bytes() / 1e6)))));
        lines.add(FIELD.formatted("Certificates", days(status.certificateDays())));
        status.machines().stream().filter(machine -> machine.licenceDays().isPresent()).forEach(machine ->
                lines.add(FIELD.formatted("Licence", "%s: about %s".formatted(machine.machine(),
                        days(machine.licenceDays())))));
        status.machines().stream().filter(machine -> machine.node().startsWith(NOT_READY)).forEach(machine ->
                lines.add(FIELD.formatted("Node", "%s is %s".formatted(machine.machine(), machine.node()))));
        lines.addAll(drift(status));
        status.unknown().forEach(why -> lines.add(colors.doubtful(why)));
        return lines;
    }

    private List<String> drift(LabStatus status) {
        if (status.drift().isEmpty()) {
            return List.of(FIELD.formatted("Lab file", result.onThisHost() ? "unknown whether the lab is as it says"
                    : "the lab is not up on this host"));
        }
        List<String> lines = new ArrayList<>(List.of(FIELD.formatted("Lab file", status.drift().get().isEmpty()
                ? status.unknown().isEmpty()
                ? "no difference found in machines and nodes; no object of an app is missing"
                : "no difference found in what hybridlab could ask"
                : "the lab differs; `hybridlab plan %s` shows what `up` would do".formatted(word))));
        status.drift().get().forEach(one -> lines.add(FIELD.formatted("", one)));
        return lines;
    }

    private String checks(LastChecks last) {
        String failed = "%d failed".formatted(last.failed());
        return "%d passed, %s%s, %s".formatted(last.passed(), last.failed() > 0 ? colors.bad(failed) : failed,
                last.notJudged() > 0 ? ", " + colors.doubtful(last.notJudged() + " not judged") : "", ago(last.at()));
    }

    private String ago(String at) {
        try {
            return Age.of(Duration.between(Instant.parse(at), now)) + " ago";
        } catch (DateTimeException e) {
            return at;
        }
    }

    private String days(OptionalLong days) {
        return days.isEmpty() ? "unknown" : days.getAsLong() < 0 ? colors.bad("expired")
                : days.getAsLong() < SOON ? colors.doubtful(days.getAsLong() + " days left")
                : days.getAsLong() + " days left";
    }

    private List<String> table(LabStatus status) {
        Table table = new Table("MACHINE", "ROLE", "ADDRESS", STATE, NODE, "KUBELET", "MEMORY", "DISK");
        status.machines().forEach(machine -> table.add(machine.machine(), machine.role(), machine.address(),
                machine.state(), (machine.node().startsWith(NOT_READY) ? "not Ready" : machine.node())
                        + (machine.cordoned().orElse(false) ? ", cordoned" : ""),
                machine.kubelet().orElse("-"), gibibytes(machine.memory()), gibibytes(machine.disk())));
        return table.lines(this::colored);
    }

    private String colored(String padded, String title, String cell) {
        String word = cell.toLowerCase(Locale.ROOT);
        if (!title.equals(STATE) && !title.equals(NODE)) {
            return padded;
        }
        return word.equals("unknown") || word.startsWith("ready, ") ? colors.doubtful(padded)
                : List.of("running", "simulated", "ready", "-").contains(word) ? colors.good(padded)
                : colors.bad(padded);
    }

    private static String gibibytes(Optional<MachineStatus.InUse> use) {
        return use.map(one -> String.format(Locale.ROOT, "%.1f of %.1f GiB", one.usedMiB() / 1024.0,
                one.totalMiB() / 1024.0)).orElse("-");
    }
}
