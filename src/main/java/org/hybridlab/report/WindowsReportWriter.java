package org.hybridlab.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.journal.History;
import org.hybridlab.engine.journal.History.PastStep;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.guest.MachineRecord;
import org.hybridlab.report.WindowsReport.Host;
import org.hybridlab.report.WindowsReport.LabLine;
import org.hybridlab.report.WindowsReport.StepLine;
import org.hybridlab.report.WindowsReport.WindowsMachineLine;
import org.hybridlab.report.proof.ProofReport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Creates a {@link WindowsReport}. A part that fails does not stop the others. */
public final class WindowsReportWriter {
    private static final String UNKNOWN = WindowsReport.UNKNOWN;

    private final List<String> unknown = new ArrayList<>();

    /**
     * @param what the part, as the beginning of a sentence
     * @param without its value if it fails
     * @throws LabException {@code interrupted} only
     */
    public <T> T part(String what, T without, Supplier<T> from) {
        try {
            return from.get();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            missing(what, e.what());
        } catch (RuntimeException e) {
            missing(what, e.toString());
        }
        return without;
    }

    /** Records that a part is unknown. */
    public void missing(String what, String why) {
        unknown.add("%s: unknown: %s".formatted(what, why));
    }

    /**
     * @param api of the lab's cluster, if any; may be out of reach
     * @param box that a machine was created from
     */
    public List<WindowsMachineLine> machines(Lab lab, Optional<Supplier<ApiServer>> api,
                                             Function<Machine, Box> box,
                                             Function<Machine, List<MachineRecord>> records) {
        Map<String, JsonNode> nodes = api.map(server -> part("nodes", Map.<String, JsonNode>of(), () ->
                nodes(server.get())))
                .orElseGet(() -> {
                    missing("nodes", "there is no cluster yet");
                    return Map.of();
                });
        return lab.madeWindowsMachines().stream().map(machine -> machine(machine, box.apply(machine),
                Optional.ofNullable(nodes.get(machine.name())), records.apply(machine))).toList();
    }

    /** As Vagrant records it. */
    public record Box(String name, String version) {
    }

    private static Map<String, JsonNode> nodes(ApiServer api) {
        return api.get("/api/v1/nodes").path("items").valueStream().collect(Collectors.toMap(
                node -> node.path("metadata").path("name").asString(), Function.identity()));
    }

    private static WindowsMachineLine machine(Machine machine, Box box, Optional<JsonNode> node,
                                              List<MachineRecord> records) {
        JsonNode status = node.map(found -> found.path("status"))
                .orElseGet(() -> JsonMapper.shared().createObjectNode());
        JsonNode info = status.path("nodeInfo");
        String ready = status.path("conditions").valueStream()
                .filter(condition -> condition.path("type").asString("").equals("Ready")).findFirst()
                .map(condition -> condition.path("status").asString(UNKNOWN)).orElse(UNKNOWN);
        return new WindowsMachineLine(machine.name(), box.name(), box.version(),
                Integer.toString(machine.windows().orElseThrow().build().number()),
                info.path("osImage").asString(UNKNOWN), info.path("kernelVersion").asString(UNKNOWN),
                        info.path("containerRuntimeVersion").asString(UNKNOWN),
                info.path("kubeletVersion").asString(UNKNOWN), ready, records);
    }

    /** How each step went, in its newest run. */
    public static List<StepLine> steps(List<Step> plan, History history) {
        return plan.stream().map(step -> step(step, history.runs().stream().flatMap(run -> run.steps().stream())
                .filter(past -> past.step().equals(step.id())).toList())).toList();
    }

    /** @param past runs of that step, oldest first */
    private static StepLine step(Step step, List<PastStep> past) {
        if (past.isEmpty()) {
            return new StepLine(step.id(), step.title(), step.machine().orElse(""), "not run", "", 0, 0, "");
        }
        PastStep newest = past.get(past.size() - 1);
        // A run that only skipped has neither time nor attempts.
        PastStep told = newest.outcome().filter(Outcome.SKIPPED::equals).isEmpty() ? newest : past.stream()
                .filter(one -> one.outcome().filter(Outcome.DONE::equals).isPresent())
                .max(Comparator.comparing(PastStep::started)).orElse(newest);
        return new StepLine(step.id(), step.title(), step.machine().orElse(""),
                told.outcome().map(outcome -> outcome.name().toLowerCase(Locale.ROOT)).orElse(UNKNOWN),
                told.started().toString(), told.took().toMillis() / 1000.0, told.attempts(), told.failure().orElse(""));
    }

    /** Without what the lab file's own checks saw. */
    public static List<JsonReport.CheckLine> checks(Report report) {
        return JsonReport.of(report).withoutWhatLabChecksSaw().checks();
    }

    /** @param clean removes secrets from a text */
    public String text(boolean madeUp, Host host, Lab lab, String provider, List<WindowsMachineLine> machines,
                       List<StepLine> steps, List<JsonReport.CheckLine> checks, UnaryOperator<String> clean) {
        WindowsReport report = new WindowsReport(WindowsReport.FORMAT, madeUp, Instant.now().toString(), host,
                new LabLine(lab.name(), lab.kubernetes().toString(), provider, ProofReport.part(lab.network())),
                machines, steps, checks, unknown);
        JsonNode tree = JsonMapper.shared().valueToTree(report);
        cleaned(tree, clean);
        return tree.toPrettyString() + "\n";
    }

    /** Each text by itself, so that the result is valid JSON. */
    private static void cleaned(JsonNode tree, UnaryOperator<String> clean) {
        if (tree instanceof ObjectNode object) {
            object.propertyNames().stream().toList().forEach(name -> {
                JsonNode value = object.get(name);
                if (value.isString()) {
                    object.put(name, clean.apply(value.asString()));
                } else {
                    cleaned(value, clean);
                }
            });
        } else if (tree instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                if (array.get(i).isString()) {
                    array.set(i, clean.apply(array.get(i).asString()));
                } else {
                    cleaned(array.get(i), clean);
                }
            }
        }
    }
}
