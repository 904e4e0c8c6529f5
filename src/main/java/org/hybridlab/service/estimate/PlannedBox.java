package org.hybridlab.service.estimate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.provision.box.MachineBox;
import org.hybridlab.provision.context.LabContext;

/**
 * A box for machines of a lab. Known without asking anybody.
 *
 * @param version empty: the newest, or that of {@code from}
 * @param from URL or path; empty: Vagrant's registry, or the lab's mirror
 * @param here whether Vagrant has it
 * @param downloadGigabytes estimate in 10^9 bytes; empty: unknown
 * @param sizeGigabytes largest size of each machine's disk
 * @param licenceDays evaluation time of its Windows
 */
public record PlannedBox(String name, Optional<String> version, List<String> machines, Optional<String> from,
        boolean here,
                  OptionalDouble downloadGigabytes, OptionalInt sizeGigabytes, OptionalInt licenceDays) {
    /** Estimated time for a Windows machine to become a node, not confirmed by a real run. */
    static final String WINDOWS_TIME = "15 to 40 min";
    /** Bits in a gigabyte, at 50 Mbit/s, per minute. */
    private static final double MINUTES_PER_GIGABYTE = 8e9 / 50e6 / 60;

    /** Without boxes that are images, and boxes of hybridlab. */
    public static List<PlannedBox> of(LabContext labContext) {
        Map<BoxChoice, List<String>> machines = new LinkedHashMap<>();
        if (!labContext.provider().name().traits().boxesAreImages()) {
            labContext.lab().madeMachines().forEach(machine ->
                    machines.computeIfAbsent(MachineBox.of(labContext, machine), box -> new ArrayList<>())
                            .add(machine.name()));
        }
        return machines.entrySet().stream().filter(entry -> !entry.getKey().name().startsWith(LocalBox.PREFIX)
                || entry.getKey().url().isPresent()).map(entry -> of(labContext, entry.getKey(), entry.getValue()))
                        .toList();
    }

    private static PlannedBox of(LabContext labContext, BoxChoice box, List<String> machines) {
        Optional<KnownBox> known = KnownBoxes.installed().named(box.name());
        return new PlannedBox(box.name(), box.version(), machines, box.url(), MachineBox.isHere(labContext, box),
                box.url().isPresent() ? OptionalDouble.empty()
                        : known.map(KnownBox::downloadGigabytes).orElse(OptionalDouble.empty()),
                known.map(KnownBox::sizeGigabytes).orElse(OptionalInt.empty()),
                known.flatMap(KnownBox::licence).map(licence -> OptionalInt.of(licence.days()))
                        .orElse(OptionalInt.empty()));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        String title = name + version.map(" "::concat).orElse("");
        lines.add("%s: the box %s, %s.".formatted(String.join(", ", machines), title, here ? "on this host already"
                : from.map(place -> "from %s, of unknown size".formatted(place)).orElseGet(this::download)));
        sizeGigabytes.ifPresent(size -> lines.add("%s: up to %d GB of disk and %s for each machine."
                .formatted(String.join(", ", machines), size, WINDOWS_TIME)));
        licenceDays.ifPresent(days -> lines.add("The Windows in %s is an evaluation copy: %d days at most%s."
                .formatted(title, days, activation())));
        return lines;
    }

    private String download() {
        return downloadGigabytes.isEmpty() ? "to download once, of unknown size"
                : "about %.1f GB to download once (%.0f min at 50 Mbit/s)".formatted(downloadGigabytes.getAsDouble(),
                        Math.ceil(downloadGigabytes.getAsDouble() * MINUTES_PER_GIGABYTE));
    }

    private String activation() {
        OptionalInt days = KnownBoxes.installed().named(name).flatMap(KnownBox::licence)
                .map(KnownBox.Licence::activation).orElse(OptionalInt.empty());
        return days.isEmpty() ? "" : ", and wants to be activated within %d days of a machine's first start"
                .formatted(days.getAsInt());
    }
}
