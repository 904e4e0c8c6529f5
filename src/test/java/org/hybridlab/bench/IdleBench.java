package org.hybridlab.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a lab of two machines on docker costs while nobody uses it, how long after its nodes its DNS is ready, and how
 * long it takes to destroy it.
 */
public final class IdleBench {
    private static final double CORES_GOAL = 0.1;
    private static final double DNS_GOAL_SECONDS = 2;
    private static final double DESTROY_GOAL_SECONDS = 2;
    private static final Duration SETTLED = Duration.ofSeconds(60);
    private static final Duration MEASURED = Duration.ofSeconds(60);
    private static final String OF_LAB = "name=hl-bench-";

    private IdleBench() {
    }

    /** @param arguments the file to write, rounds */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(arguments[1]);
        BenchLab lab = BenchLab.called("idle");
        List<Double> cores = new ArrayList<>();
        List<Double> dns = new ArrayList<>();
        List<Double> destroy = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            try {
                lab.up().seconds();
                Thread.sleep(SETTLED.toMillis());
                dns.add(dnsAfterNodes(lab));
                cores.add(cores());
            } finally {
                destroy.add(lab.destroy().seconds());
            }
            System.out.printf("idle %.2f cores, DNS %.0f s after the nodes, destroyed in %.2f s%n", cores.get(round),
                    dns.get(round), destroy.get(round));
        }
        report(Path.of(arguments[0]), cores, dns, destroy);
    }

    /** In whole seconds, as the API server keeps them. */
    private static double dnsAfterNodes(BenchLab lab) throws IOException, InterruptedException {
        Instant nodes = lastReady(lab, "nodes", node -> true);
        Instant pods = lastReady(lab, "pods", pod -> pod.at("/metadata/labels/k8s-app").asString("")
                .equals("kube-dns"));
        return Duration.between(nodes, pods).toSeconds();
    }

    private static Instant lastReady(BenchLab lab, String kind, Predicate<JsonNode> which)
            throws IOException, InterruptedException {
        Instant last = Instant.MIN;
        for (JsonNode object : JsonMapper.shared().readTree(output(lab.workspace().resolve("bin/kubectl").toString(),
                "--kubeconfig", lab.workspace().resolve("kubeconfig").toString(), "get", kind, "--all-namespaces",
                "--output=json")).path("items")) {
            for (JsonNode condition : object.at("/status/conditions")) {
                if (which.test(object) && condition.path("type").asString().equals("Ready")) {
                    if (!condition.path("status").asString().equals("True")) {
                        throw new IllegalStateException("not Ready: " + object.at("/metadata/name").asString());
                    }
                    Instant ready = Instant.parse(condition.path("lastTransitionTime").asString());
                    last = ready.isAfter(last) ? ready : last;
                }
            }
        }
        if (last.equals(Instant.MIN)) {
            throw new IllegalStateException("no " + kind);
        }
        return last;
    }

    private static double cores() throws IOException, InterruptedException {
        long before = System.nanoTime();
        long used = nanoseconds();
        Thread.sleep(MEASURED.toMillis());
        return (double) (nanoseconds() - used) / (System.nanoTime() - before);
    }

    /** Of processor time that all containers of the lab have used. */
    private static long nanoseconds() throws IOException, InterruptedException {
        long sum = 0;
        for (String id : output("docker", "ps", "--quiet", "--filter", OF_LAB).lines().toList()) {
            String stats = output("curl", "--silent", "--fail", "--unix-socket", "/var/run/docker.sock",
                    "http://docker/containers/" + id + "/stats?stream=false&one-shot=true");
            sum += JsonMapper.shared().readTree(stats).at("/cpu_stats/cpu_usage/total_usage").asLong();
        }
        if (sum == 0) {
            throw new IllegalStateException("no container is called " + OF_LAB);
        }
        return sum;
    }

    private static String output(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(List.of(words) + " failed");
        }
        return output;
    }

    private static void report(Path result, List<Double> cores, List<Double> dns, List<Double> destroy) {
        boolean met = Stopwatch.median(cores) <= CORES_GOAL && Stopwatch.median(dns) <= DNS_GOAL_SECONDS
                && Stopwatch.median(destroy) <= DESTROY_GOAL_SECONDS;
        System.out.printf("idle %.2f cores (goal %.1f); DNS %.0f s after the nodes (goal %.0f); destroyed in %.2f s "
                + "(goal %.0f): %s%n", Stopwatch.median(cores), CORES_GOAL, Stopwatch.median(dns), DNS_GOAL_SECONDS,
                Stopwatch.median(destroy), DESTROY_GOAL_SECONDS, met ? "met" : "MISSED");
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("figure", "a lab of two machines that nobody uses: cores, seconds to DNS and to destroy; docker");
        report.put("goals", Map.of("cores", CORES_GOAL, "dnsAfterNodesSeconds", DNS_GOAL_SECONDS, "destroySeconds",
                DESTROY_GOAL_SECONDS));
        report.put("cores", cores);
        report.put("dnsAfterNodesSeconds", dns);
        report.put("destroySeconds", destroy);
        report.put("loadAverage", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(result, report);
        System.exit(met ? 0 : 1);
    }
}
