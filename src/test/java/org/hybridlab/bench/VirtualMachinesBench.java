package org.hybridlab.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

/**
 * What a snapshot, a reset, suspend with resume, and halt with up cost on a lab of two virtual machines on libvirt, all
 * checks with each, in turns with a whole new lab. Where the processor offers no virtualisation, QEMU interprets them.
 */
public final class VirtualMachinesBench {
    private static final double RESET_GOAL = 0.1;

    private VirtualMachinesBench() {
    }

    /** @param arguments the file to write, rounds */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(arguments[1]);
        BenchLab lab = BenchLab.called("machines");
        lab.write("""
                name: machines
                kubernetes: 1.37
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                  - {name: node}
                """);
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        List.of("up", "save", "reset", "suspendAndResume", "haltAndUp", "destroyAndUp").forEach(one ->
                seconds.put(one, new ArrayList<>()));
        try {
            seconds.get("up").add(up(lab).seconds());
            for (int round = 0; round < rounds; round++) {
                seconds.get("save").add(lab.saved().seconds());
                lab.call("exec", "--sudo", "--", "touch", "/srv/since").seconds();
                seconds.get("reset").add(lab.call("reset", "bench", "--yes").seconds());
                lab.call("exec", "--", "test", "!", "-e", "/srv/since").seconds();
                seconds.get("suspendAndResume").add(lab.call("suspend").seconds() + lab.call("resume").seconds());
                seconds.get("haltAndUp").add(lab.call("halt").seconds() + up(lab).seconds());
                lab.makeAgain(up(lab), seconds);
            }
        } finally {
            lab.destroy().seconds();
        }
        report(Path.of(arguments[0]), seconds);
    }

    private static TimedCall up(BenchLab lab) {
        return lab.call("up", "--provider", "libvirt", "--yes");
    }

    private static void report(Path result, Map<String, List<Double>> seconds) {
        double reset = Stopwatch.ratio(seconds.get("reset"), seconds.get("destroyAndUp"));
        double halt = Stopwatch.ratio(seconds.get("haltAndUp"), seconds.get("destroyAndUp"));
        boolean met = reset <= RESET_GOAL;
        System.out.printf("reset / destroy + up %.2f (goal %.1f); halt + up / destroy + up %.2f: %s%n", reset,
                RESET_GOAL, halt, met ? "met" : "MISSED");
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("figure", "seconds on a lab of two virtual machines, with all checks; libvirt");
        report.put("goals", Map.of("reset", RESET_GOAL));
        report.put("ratios", Map.of("reset", reset, "haltAndUp", halt));
        report.put("seconds", seconds);
        report.put("loadAverage", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(result, report);
        System.exit(met ? 0 : 1);
    }
}
