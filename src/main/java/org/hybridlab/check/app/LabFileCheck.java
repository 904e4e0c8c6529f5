package org.hybridlab.check.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.CheckSpec;
import org.hybridlab.config.model.Machine;

public final class LabFileCheck implements Check {
    private static final String AUTOSCALER = "horizontalpodautoscaler/";

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private final CheckSpec spec;
    private final List<App> apps;

    /** @param apps of the same lab */
    public LabFileCheck(CheckSpec spec, List<App> apps) {
        this.spec = spec;
        this.apps = List.copyOf(apps);
    }

    @Override
    public String id() {
        return CheckResult.idOfLabFile(spec.name().strip().toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+",
                "-"));
    }

    @Override
    public String title() {
        return spec.name();
    }

    @Override
    public String how() {
        if (spec.probe() instanceof CheckSpec.Http http) {
            return "HTTP from this host to port %d, path %s, of %s".formatted(http.port(), http.path(),
                    http.machine().orElse("every machine"));
        }
        if (spec.probe() instanceof CheckSpec.Exec exec) {
            return "`%s` in %s".formatted(String.join(" ", exec.command()), exec.machine());
        }
        if (spec.probe() instanceof CheckSpec.ExecInPod exec) {
            return "`%s` in every pod of %s".formatted(String.join(" ", exec.command()), exec.workload());
        }
        CheckSpec.JsonPath path = (CheckSpec.JsonPath) spec.probe();
        return "kubectl get %s --output jsonpath=%s".formatted(path.object(), path.path());
    }

    /** A page at a NodePort depends on what every app depends on, and on its app. */
    @Override
    public Set<String> dependsOn() {
        if (!(spec.probe() instanceof CheckSpec.Http http) || http.port() < PageService.FIRST) {
            return Set.of();
        }
        Stream<String> same = pagesOf(http).map(app -> new AppEndToEnd(app).id());
        return Stream.concat(AppEndToEnd.BELOW.stream(), same).collect(Collectors.toSet());
    }

    /** Pods behind a NodePort may call others, see {@link AppEndToEnd#awaits}. */
    @Override
    public Set<String> awaits() {
        return dependsOn().isEmpty() ? Set.of() : AppEndToEnd.WAY;
    }

    @Override
    public Verdict judge(CheckContext context) {
        Verdict verdict = spec.probe() instanceof CheckSpec.Http http ? page(context, http)
                : watched(context, page -> look(context));
        if (verdict.outcome() == Verdict.Outcome.FAILED && asksTheCluster() && !context.cluster().answers()) {
            // The author's words tell a learner what to do, which may be done already.
            return Verdict.notJudged("The API server does not answer. Seen: " + verdict.message(), verdict.evidence(),
                    verdict.source());
        }
        Optional<String> words = switch (verdict.outcome()) {
            case PASSED -> spec.pass();
            case FAILED -> spec.fail();
            case NOT_JUDGED -> Optional.empty();
        };
        return words.map(verdict::withMessage).orElse(verdict);
    }

    /** It tells which machines can answer, and which pods are behind a NodePort. */
    private boolean asksTheCluster() {
        return spec.probe() instanceof CheckSpec.Http http ? http.machine().isEmpty()
                || http.port() >= PageService.FIRST : !(spec.probe() instanceof CheckSpec.Exec);
    }

    private Stream<App> pagesOf(CheckSpec.Http http) {
        return apps.stream().filter(app -> app.nodePort().filter(port -> port == http.port()).isPresent());
    }

    private Verdict watched(CheckContext context, Function<Duration, Observation> look) {
        return context.watchPages(spec.name(), spec.within().multipliedBy(context.timeouts().patience()), look);
    }

    private Verdict page(CheckContext context, CheckSpec.Http http) {
        Optional<Machine> named = http.machine().flatMap(context.lab()::machine);
        PageLooks looks = new PageLooks(context, http.port(), http.path(), page -> page.status() == http.status()
                && http.contains().filter(text -> !page.body().contains(text)).isEmpty() ? Optional.empty()
                : Optional.of(told(page)));
        return looks.confirmed(watched(context, page -> {
            Set<String> simulated = behind(context, http);
            return simulated.isEmpty() ? http(context, http, PageMachines.of(context, http.port(), named), looks, page)
                    : new Observation(true, "It was not asked.", List.of()).with(simulated);
        }), named);
    }

    private Observation look(CheckContext context) {
        if (spec.probe() instanceof CheckSpec.Exec exec) {
            return context.lab().machine(exec.machine()).filter(Machine::isSimulated).isPresent()
                    ? new Observation(true, "Nothing was run.", List.of()).with(List.of(exec.machine()))
                    : exec(context, exec);
        }
        if (spec.probe() instanceof CheckSpec.ExecInPod exec) {
            Set<String> simulated = behind(context, exec);
            return simulated.isEmpty() ? WorkloadCommand.look(context, exec)
                    : new Observation(true, "Nothing was run.", List.of()).with(simulated);
        }
        CheckSpec.JsonPath path = (CheckSpec.JsonPath) spec.probe();
        Set<String> simulated = behind(context, path);
        // Pods that do not run have no metrics, so it would never scale up.
        return scales(path) && !simulated.isEmpty() ? new Observation(true, "It was not asked.", List.of())
                .with(simulated)
                : jsonPath(context, path).with(simulated);
    }

    private Set<String> behind(CheckContext context, CheckSpec.Http http) {
        return pagesOf(http).flatMap(app -> simulated(context, app, objects(context, app)).stream())
                .collect(Collectors.toSet());
    }

    /** Simulated nodes with pods of the workload's app, any of which the command may call. */
    private Set<String> behind(CheckContext context, CheckSpec.ExecInPod exec) {
        return apps.stream().map(app -> Map.entry(app, objects(context, app)))
                .filter(app -> app.getValue().stream().anyMatch(object -> object.reference().equals(exec.workload())
                        && object.namespace().equals(exec.namespace())))
                .flatMap(app -> simulated(context, app.getKey(), app.getValue()).stream()).collect(Collectors.toSet());
    }

    /** Simulated nodes with pods of the object, or of its app if it scales pods; or the node itself. */
    private Set<String> behind(CheckContext context, CheckSpec.JsonPath path) {
        Stream<String> itself = context.simulatedNodes().stream()
                .filter(name -> path.object().equals("node/" + name) || path.object().equals("nodes/" + name));
        boolean scales = scales(path);
        Stream<String> pods = apps.stream().map(app -> Map.entry(app, objects(context, app)))
                .flatMap(app -> simulated(context, app.getKey(), app.getValue().stream().filter(object -> scales
                        ? app.getValue().stream().anyMatch(one -> one.reference().equals(path.object()))
                        : object.reference().equals(path.object())).toList()).stream());
        return Stream.concat(itself, pods).collect(Collectors.toSet());
    }

    private static boolean scales(CheckSpec.JsonPath path) {
        return path.object().toLowerCase(Locale.ROOT).startsWith(AUTOSCALER);
    }

    private static List<Manifest> objects(CheckContext context, App app) {
        return Manifest.parse(context.manifests().getOrDefault(app.name(), ""));
    }

    private static Set<String> simulated(CheckContext context, App app, List<Manifest> objects) {
        if (context.simulatedNodes().isEmpty()) {
            return Set.of();
        }
        Workloads workloads = new Workloads(context, app, objects);
        workloads.judge(new ArrayList<>(), new ArrayList<>());
        return workloads.simulated();
    }

    private static Observation http(CheckContext context, CheckSpec.Http http, PageMachines machines, PageLooks looks,
                                    Duration within) {
        List<String> complaints = new ArrayList<>(machines.nobody().stream().toList());
        List<String> evidence = new ArrayList<>();
        looks.first(machines.asked(), within, LabFileCheck::told, complaints, evidence);
        if (machines.asked().isEmpty() && complaints.isEmpty()) {
            return new Observation(true, "It was not asked." + machines.others(), List.of())
                    .with(context.lab().nodes().stream().map(Machine::name).toList());
        }
        return Observation.of(complaints, "It answers with status %d.".formatted(http.status()) + machines.others(),
                evidence);
    }

    private static String told(AppPage page) {
        return "status %d from %s".formatted(page.status(), page.text());
    }

    private static Observation exec(CheckContext context, CheckSpec.Exec exec) {
        Machine machine = context.lab().machine(exec.machine()).orElseThrow(() -> LabException.invalid(
                "machine-unknown", "There is no machine " + exec.machine() + ".", "Correct the check."));
        Result result = context.shells().apply(machine).run(exec.command(), Optional.empty(),
                context.timeouts().answer().multipliedBy(10), line -> { }, context.cancellation());
        String output = (result.stdout() + result.stderr()).strip();
        boolean good = result.ok() && exec.contains().filter(text -> !output.contains(text)).isEmpty();
        return new Observation(good, "It exited with %d in %s.".formatted(result.exitCode(), machine.name()),
                output.lines().limit(20).toList());
    }

    private static Observation jsonPath(CheckContext context, CheckSpec.JsonPath path) {
        Result result = context.kubectl().run(List.of("get", path.object(), "--namespace", path.namespace(),
                "--output", "jsonpath=" + path.path()), context.cancellation());
        String value = result.stdout().stripTrailing();
        boolean good = result.ok() && path.equalTo().map(wanted -> value.equals(wanted.stripTrailing()))
                .orElseGet(() -> NUMBER.matcher(value).matches() && Integer.parseInt(value) >= path.atLeast());
        String seen = result.ok() ? "'" + value + "'" : result.stderr().strip();
        String wanted = path.equalTo().map(text -> ", not '" + text + "'.")
                .orElseGet(() -> ", not at least %d.".formatted(path.atLeast()));
        return new Observation(good, "%s of %s is %s%s".formatted(path.path(), path.object(), seen,
                good ? "." : wanted),
                List.of(result.command().pasteable(), seen));
    }
}
