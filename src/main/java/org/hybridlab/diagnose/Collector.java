package org.hybridlab.diagnose;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.diagnose.Target.Place;

/**
 * Reads evidence of machines and the API server in parallel, with limits of size and time. What does not answer is a
 * gap, never a failure.
 */
public final class Collector {
    private static final int LINES = 400;
    private static final int LONGEST_LINE = 2000;
    private static final String API = "API server";
    /** Nothing answers, or the server cannot reach etcd. */
    private static final Set<String> NOT_SERVED = Set.of("api-unreachable", "api-busy");

    private final LogSources sources;
    private final Duration since;
    private final Duration within;

    /**
     * @param since greatest age of logs and events
     * @param within time limit of all looks
     */
    public Collector(LogSources sources, Duration since, Duration within) {
        this.sources = sources;
        this.since = since;
        this.within = within;
    }

    /**
     * @param factsRead runs once every machine's settings were read, or cannot be
     * @throws LabException {@code interrupted} by the user
     */
    public Collected collect(Target target, Cancellation cancellation, Runnable factsRead) {
        cancellation.throwIfRequested();
        Instant begun = Instant.now();
        Cancellation enough = new Cancellation();
        Queue<Evidence> evidence = new ConcurrentLinkedQueue<>();
        Queue<String> unread = new ConcurrentLinkedQueue<>();
        Map<String, Future<?>> looks = new TreeMap<>();
        // Unique, so that no log contains it.
        String mark = "hybridlab-" + UUID.randomUUID() + " ";
        Map<Place, Queue<String>> said = new ConcurrentHashMap<>();
        target.machines().forEach(place -> said.put(place, new ConcurrentLinkedQueue<>()));
        Set<Place> unset = ConcurrentHashMap.newKeySet();
        unset.addAll(target.machines());
        AtomicBoolean served = new AtomicBoolean();
        ExecutorService threads = Executors.newCachedThreadPool(Collector::daemon);
        try (Cancellation.Registration ignored = cancellation.onRequest(enough::request)) {
            target.machines().forEach(place -> looks.put(look(place.machine().name()), threads.submit(() -> {
                Runnable set = () -> {
                    if (unset.remove(place) && unset.isEmpty()) {
                        factsRead.run();
                    }
                };
                try {
                    machine(place, target, mark, said.get(place), enough, set);
                } finally {
                    set.run();
                }
            })));
            target.api().ifPresent(api -> looks.put(API, threads.submit(() ->
                    ClusterEvidence.of(api.get(), target, since, evidence::add, unread::add, () -> served.set(true)))));
            Map<String, Throwable> failures = failures(looks, served);
            List<String> gaps = new ArrayList<>();
            failures.forEach((who, failure) -> gaps.add(who + ": " + told(failure)));
            said.forEach((place, lines) -> {
                told(place.machine(), mark, lines, begun, evidence, gaps);
                if (lines.isEmpty() && failures.get(look(place.machine().name())) instanceof LabException refused) {
                    evidence.add(refusal(place, refused));
                }
            });
            unread(unread).ifPresent(gaps::add);
            if (isSilent(failures.get(API), served.get())) {
                silentApi(failures, target).ifPresent(evidence::add);
            }
            enough.request();
            cancellation.throwIfRequested();
            return new Collected(evidence.stream().map(Collector::shortened).toList(), gaps);
        } finally {
            threads.shutdownNow();
        }
    }

    /** A daemon thread, so that a look that hangs cannot keep the program alive. */
    private static Thread daemon(Runnable look) {
        Thread thread = new Thread(look, "evidence");
        thread.setDaemon(true);
        return thread;
    }

    /** Failures of looks; a timeout for those that still run. */
    private Map<String, Throwable> failures(Map<String, Future<?>> looks, AtomicBoolean served) {
        Map<String, Throwable> failures = new TreeMap<>();
        long begun = System.nanoTime();
        // A server that has not listed its nodes by then will list nothing else.
        Optional.ofNullable(looks.get(API)).flatMap(api -> failure(api, begun, within.multipliedBy(5).dividedBy(8)))
                .filter(silent -> !served.get()).ifPresent(silent -> failures.put(API, silent));
        looks.forEach((who, look) -> Optional.ofNullable(failures.get(who)).or(() -> failure(look, begun, within))
                .ifPresent(failure -> failures.put(who, failure)));
        return failures;
    }

    private static Optional<Throwable> failure(Future<?> look, long begun, Duration within) {
        try {
            look.get(Math.max(0, begun + within.toNanos() - System.nanoTime()), TimeUnit.NANOSECONDS);
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.of(new TimeoutException("no answer within %d s".formatted(within.toSeconds())));
        } catch (ExecutionException e) {
            return Optional.of(e.getCause());
        } catch (InterruptedException | CancellationException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted while looking for the cause.");
        }
    }

    private static String told(Throwable failure) {
        return failure instanceof TimeoutException e ? e.getMessage()
                : failure instanceof LabException e ? e.what() + e.why().map(why -> " " + why.strip()).orElse("")
                : failure.toString();
    }

    /** @param served whether nodes were listed; other lists may be long */
    private static boolean isSilent(Throwable ofApi, boolean served) {
        return ofApi instanceof LabException e ? NOT_SERVED.contains(e.id())
                : ofApi instanceof TimeoutException && !served;
    }

    /** The API server is silent although a control plane machine answers. */
    private static Optional<Evidence> silentApi(Map<String, Throwable> failures, Target target) {
        return target.machines().stream().map(Place::machine).filter(Machine::isControlPlane).map(Machine::name)
                .filter(name -> !failures.containsKey(look(name)))
                .findFirst().map(name -> Evidence.of(EvidenceKind.WORKLOAD, Evidence.CLUSTER, API,
                        List.of("the API server does not answer, though %s runs".formatted(name))));
    }

    private static String look(String machine) {
        return "machine " + machine;
    }

    /** A user who may not read one list may often not read the next. */
    private static Optional<String> unread(Queue<String> lists) {
        return lists.stream().findFirst().map(first -> API + ": " + first
                + (lists.size() == 1 ? "" : " It also did not give %d other lists.".formatted(lists.size() - 1)));
    }

    /** @param said gets a line with the mark and the source's name before the source's lines */
    private void machine(Place place, Target target, String mark, Queue<String> said, Cancellation enough,
                         Runnable factsRead) {
        List<LogSource> all = sources.of(place.machine().os());
        LogReading reading = LogReading.on(place.machine().os());
        if (place.machine().os() == Os.WINDOWS) {
            all.forEach(source -> {
                List<String> lines = place.shell().run(reading.newest(source, LINES, since), Optional.empty(), within,
                        line -> { }, enough).stdout().lines().toList();
                said.add(mark + source.name());
                said.addAll(lines);
            });
            return;
        }
        // One command for all sources, since a process each takes longer.
        String script = all.stream().map(source -> "echo '%s%s'\n%s < /dev/null 2> /dev/null\n".formatted(mark,
                source.name(), (source.form() == LogSource.Form.SCRIPT ? MachineFacts.words(target, place.machine(),
                        source) : reading.newest(source, LINES, since)).stream().map(ShellQuoting::quote)
                        .collect(Collectors.joining(" ")))).collect(Collectors.joining());
        place.shell().sudo(List.of("sh", "-s"), Optional.of(script), within, line -> {
            said.add(line);
            if (line.equals(mark + all.get(1).name())) {
                factsRead.run();
            }
        }, enough);
    }

    private void told(Machine machine, String mark, Queue<String> said, Instant begun, Queue<Evidence> evidence,
                      List<String> gaps) {
        Map<String, List<String>> parts = new HashMap<>();
        List<String> part = new ArrayList<>();
        for (String line : said) {
            if (line.startsWith(mark)) {
                part = parts.computeIfAbsent(line.substring(mark.length()), name -> new ArrayList<>());
            } else {
                part.add(line);
            }
        }
        sources.of(machine.os()).stream().filter(source -> parts.containsKey(source.name())).forEach(source -> {
            List<String> lines = parts.get(source.name());
            if (source.form() == LogSource.Form.SCRIPT) {
                MachineFacts facts = MachineFacts.of(machine, source, lines, begun, Instant.now());
                evidence.add(facts.evidence());
                gaps.addAll(facts.gaps());
            } else {
                evidence.add(new Evidence(source.kind(), machine.name(), source.name(), Optional.of(machine.os()),
                        lines));
            }
        });
    }

    /** A refused login may be a known failure. */
    private static Evidence refusal(Place place, LabException e) {
        return new Evidence(EvidenceKind.MACHINE, place.machine().name(), "ssh", Optional.of(place.machine().os()),
                (e.what() + "\n" + e.why().orElse("")).lines().filter(line -> !line.isBlank()).toList());
    }

    private static Evidence shortened(Evidence evidence) {
        return new Evidence(evidence.kind(), evidence.place(), evidence.origin(), evidence.os(), evidence.lines()
                .stream().map(line -> line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + " ..." : line)
                .toList());
    }

    /**
     * Facts of a machine, a line each.
     *
     * @param gaps facts that the machine could not tell, which are evidence of nothing
     */
    record MachineFacts(Evidence evidence, List<String> gaps) {
        private static final String UNKNOWN = "unknown: ";
        private static final String COMPLETE = "facts: complete";
        private static final String CLOCK = "clock ";
        /** Certificates, leases and tokens tolerate less than this. */
        private static final Duration SKEW = Duration.ofSeconds(10);

        MachineFacts {
            gaps = List.copyOf(gaps);
        }

        static List<String> words(Target target, Machine machine, LogSource source) {
            PodNetworkPlugin plugin = target.lab().map(lab -> lab.network().plugin())
                    .orElse(NetworkMode.DEFAULT.traits().plugin());
            return List.of("sh", "-c", source.what(), source.name(), machine.name(), machine.address().toString(),
                    machine.role().id(), target.podInterface().orElse("-"), target.rank(machine), plugin.id(),
                    plugin.files().cniSettings(), plugin.files().sharePath(), plugin.files().chain());
        }

        /**
         * @param before this host's time before the request
         * @param after this host's time after the answer
         */
        static MachineFacts of(Machine machine, LogSource source, List<String> said, Instant before, Instant after) {
            List<String> facts = new ArrayList<>();
            List<String> gaps = new ArrayList<>();
            for (String line : said) {
                if (line.startsWith(UNKNOWN)) {
                    gaps.add("machine %s: %s".formatted(machine.name(), line.substring(UNKNOWN.length())));
                } else if (line.matches(CLOCK + "\\d{1,12}")) {
                    Instant told = Instant.ofEpochSecond(Long.parseLong(line.substring(CLOCK.length())));
                    facts.add(clock(told, before, after));
                } else if (!line.equals(COMPLETE)) {
                    facts.add(line);
                }
            }
            if (!said.contains(COMPLETE)) {
                gaps.add("machine %s: it did not tell all of its %s".formatted(machine.name(), source.name()));
            }
            return new MachineFacts(new Evidence(source.kind(), machine.name(), source.name(),
                    Optional.of(machine.os()), facts), gaps);
        }

        private static String clock(Instant machine, Instant before, Instant after) {
            Duration ahead = Duration.between(after, machine);
            Duration behind = Duration.between(machine, before);
            Duration skew = ahead.compareTo(behind) > 0 ? ahead : behind;
            return skew.compareTo(SKEW) > 0 ? "clock differs from this host's by %d s".formatted(skew.toSeconds())
                    : "clock as this host's";
        }
    }
}
