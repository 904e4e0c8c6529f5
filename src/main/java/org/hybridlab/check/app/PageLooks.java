package org.hybridlab.check.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.config.model.Machine;

/**
 * Looks at a page. Waits until each machine gave a good answer once. Then sends more requests over new connections: one
 * to each ready endpoint, and {@link #TIMES} to the Service and each machine. Does not wait for these, since another
 * good answer says nothing about the next.
 *
 * @param complaint the problem of a page; empty if none
 * @param good message by machine, once it was good there
 */
record PageLooks(CheckContext context, int port, String path, Function<AppPage, Optional<String>> complaint,
                 Map<String, String> good) {
    private static final int TIMES = 5;
    /** Usual answers that a page may take, since it may call others. */
    private static final int ANSWERS = 3;
    private static final int WIDTH = 8;
    /** Pauses between looks: kube-proxy may be a second behind the endpoints. */
    private static final int BEHIND = 4;

    PageLooks(CheckContext context, int port, String path, Function<AppPage, Optional<String>> complaint) {
        this(context, port, path, complaint, new ConcurrentHashMap<>());
    }

    /** @param text describes a good page */
    void first(List<Machine> asked, Duration within, Function<AppPage, String> text, List<String> complaints,
               List<String> evidence) {
        for (Machine machine : asked) {
            if (!good.containsKey(machine.name())) {
                AppPage page = AppPage.ask(context, machine, port, path, within);
                complaint.apply(page).ifPresentOrElse(complaints::add,
                        () -> good.put(machine.name(), text.apply(page)));
            }
            Optional.ofNullable(good.get(machine.name())).ifPresent(evidence::add);
        }
    }

    /** @param named machine of the lab file */
    Verdict confirmed(Verdict once, Optional<Machine> named) {
        if (once.outcome() != Outcome.PASSED) {
            return once;
        }
        List<String> failed = failed(named);
        if (!failed.isEmpty() && !context.abortWhen().getAsBoolean()) {
            context.cancellation().pause(context.timeouts().every().multipliedBy(BEHIND));
            failed = failed(named);
        }
        Observation seen = Observation.of(failed, once.message(), once.evidence());
        return seen.good() ? once : Verdict.failed("It answers, but not each time: " + seen.message(), seen.evidence());
    }

    private List<String> failed(Optional<Machine> named) {
        PageMachines machines = PageMachines.of(context, port, named);
        Duration within = context.timeouts().answer().multipliedBy(ANSWERS);
        List<Supplier<Stream<AppPage>>> questions = new ArrayList<>();
        machines.service().filter(any -> !machines.asked().isEmpty()).ifPresent(service ->
                questions.addAll(inside(service, machines.asked().get(0).address() + ":" + port, within)));
        machines.asked().forEach(machine -> questions.add(() -> IntStream.range(0, TIMES)
                .mapToObj(time -> AppPage.ask(context, machine, port, path, within))));
        try (Parallel parallel = new Parallel(WIDTH, context.cancellation())) {
            return parallel.map(questions, pages -> pages.get().flatMap(page -> complaint.apply(page).stream())
                    .findFirst()).stream().flatMap(Optional::stream).toList();
        }
    }

    /** @param host of the request */
    private List<Supplier<Stream<AppPage>>> inside(PageService service, String host, Duration within) {
        Pod probe = context.probes().look().pods().stream().filter(Pod::ready).findFirst().orElseThrow(() ->
                LabException.labFailed("probes-not-ready", "There is no pod to look from on any node.",
                        "The check that pods start says why."));
        List<Supplier<Stream<AppPage>>> questions = new ArrayList<>();
        service.endpoints(context).forEach(one -> questions.add(() -> AppPage.inside(context, probe, "pod %s on %s"
                .formatted(one.pod(), one.node()), host, List.of("http://" + one.address() + path), within)));
        questions.add(() -> AppPage.inside(context, probe, "service/" + service.name(), host,
                Collections.nCopies(TIMES, "http://" + service.address() + path), within));
        // A policy of a foreign cluster may admit only the page's clients.
        return !context.lab().joinsExisting() ? questions : questions.stream().<Supplier<Stream<AppPage>>>map(
                question -> () -> question.get().filter(page -> page.status() != 0)).toList();
    }
}
