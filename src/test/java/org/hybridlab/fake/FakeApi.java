package org.hybridlab.fake;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A fake API server. It answers each path with the JSON that a test gave it, and notes what would have changed the
 * cluster. The real one judges what it is sent, and shows changes in later answers; {@link FakeObjects} does as well.
 */
public class FakeApi implements ApiServer {
    /** How all answers may come out wrong. */
    public enum Fault {
        NONE, REFUSES, FORBIDS, FORBIDS_CHANGES, UNREACHABLE, EMPTY
    }

    protected static final JsonMapper JSON = JsonMapper.shared();
    /** Anybody may ask whether the server is ready, and what they may do. */
    private static final Set<Fault> FORBIDDING = Set.of(Fault.FORBIDS, Fault.FORBIDS_CHANGES);

    /** What paths answer, with their query or without it, whatever else there is. */
    public final Map<String, String> answers = new ConcurrentHashMap<>();
    /** Calls that fail: a path that is read, with its query or without it, a verb, or a verb and a path. */
    public final Map<String, LabException> failures = new ConcurrentHashMap<>();
    private final Map<String, String> dryRuns = new ConcurrentHashMap<>();
    private final Map<String, String> applied = new ConcurrentHashMap<>();
    private final Map<String, Runnable> held = new ConcurrentHashMap<>();
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final Queue<String> dryRun = new ConcurrentLinkedQueue<>();
    private volatile Fault fault = Fault.NONE;
    private boolean restoring;
    private int unanswered;
    private Supplier<Instant> clock = Instant::now;
    private List<String> lastWords = List.of();
    private BiFunction<String, String, String> pages = (pod, path) -> null;
    private BiFunction<String, List<String>, ExecResult> commands = (pod, command) -> {
        throw new UnsupportedOperationException("no recording of " + command);
    };

    public FakeApi with(String path, String json) {
        answers.put(path, json);
        return this;
    }

    public FakeApi without(String path) {
        answers.remove(path);
        return this;
    }

    /** What a path answers once something was applied to it. */
    public FakeApi afterApply(String path, String json) {
        applied.put(path, json);
        return this;
    }

    /** What the server would make of the path's object. */
    public FakeApi withDryRun(String path, String json) {
        dryRuns.put(path, json);
        return this;
    }

    /** @param results what commands in pods come to, by the pod's name */
    public FakeApi withCommands(BiFunction<String, List<String>, ExecResult> results) {
        commands = results;
        return this;
    }

    /** @param served by the pod's name and the path; null for what cannot be reached */
    public FakeApi withPages(BiFunction<String, String, String> served) {
        pages = served;
        return this;
    }

    /** Of all containers. */
    public void withLastWords(List<String> lines) {
        lastWords = lines;
    }

    /** @param moment what its clock shows */
    public FakeApi at(Instant moment) {
        clock = () -> moment;
        return this;
    }

    /** @param until what each answer for the path waits for */
    public FakeApi holding(String path, Runnable until) {
        held.put(path, until);
        return this;
    }

    /** @param call as in {@link #failures} */
    public FakeApi failing(String call, LabException failure) {
        failures.put(call, failure);
        return this;
    }

    /** The call fails with 503. */
    public void busy(String call) {
        failing(call, LabException.labFailed("api-busy", call + " (503)", ""));
    }

    /** Of all calls, and from a clean record of what it was told. */
    public FakeApi fail(Fault newFault) {
        fault = newFault;
        told.clear();
        return this;
    }

    /** @param questions how many times it is not ready before it is */
    public FakeApi missing(int questions) {
        unanswered = questions;
        return this;
    }

    /** It serves what the cluster had, and goes through its own roles for good. */
    public FakeApi restoring() {
        restoring = true;
        return this;
    }

    /** Everything that would have changed the cluster, as "verb path body". */
    public List<String> told() {
        return List.copyOf(told);
    }

    /** The same as "verb path". */
    public List<String> calls() {
        return told.stream().map(call -> String.join(" ", List.of(call.split("\\s", 3)).subList(0, 2))).toList();
    }

    /** Every dry run, as "path body". */
    public List<String> dryRun() {
        return List.copyOf(dryRun);
    }

    @Override
    public JsonNode get(String path) {
        return find(path).orElseThrow(() -> refused(path + " not found (404)"));
    }

    @Override
    public Optional<JsonNode> find(String path) {
        if (fault == Fault.EMPTY) {
            return Optional.of(JSON.createObjectNode());
        }
        String plain = path.replaceFirst("\\?.*", "");
        mustAnswer(path, plain);
        held.getOrDefault(path, () -> { }).run();
        return Optional.ofNullable(answers.getOrDefault(path, answers.get(plain))).<JsonNode>map(JSON::readTree)
                .or(() -> read(path));
    }

    /** What no test said of a path. */
    protected Optional<JsonNode> read(String path) {
        return Optional.empty();
    }

    protected static LabException refused(String why) {
        return LabException.labFailed("api-refused", why, "");
    }

    private void mustAnswer(String... calls) {
        switch (fault) {
            case REFUSES -> throw refused("Internal error (500).");
            case FORBIDS -> throw refused("Forbidden (403).");
            case UNREACHABLE -> throw LabException.labFailed("api-unreachable", "The API server does not answer.", "");
            default -> { }
        }
        for (String call : calls) {
            if (failures.containsKey(call)) {
                throw failures.get(call);
            }
        }
    }

    /** Notes a change that takes effect if the server lets it. */
    protected JsonNode change(String verb, String path, String body, Supplier<JsonNode> effect) {
        told.add("%s %s %s".formatted(verb, path, body).strip());
        mustAnswer(verb, verb + " " + path.replaceFirst("\\?.*", ""));
        if (fault == Fault.FORBIDS_CHANGES) {
            throw refused("Forbidden (403).");
        }
        return effect.get();
    }

    /** What the server says of a change that it does not keep. */
    protected JsonNode done() {
        return JSON.createObjectNode();
    }

    @Override
    public JsonNode create(String path, String json) {
        if (path.endsWith("/selfsubjectaccessreviews") && isAsked()) {
            return JSON.readTree("{\"status\": {\"allowed\": %s}}".formatted(!FORBIDDING.contains(fault)));
        }
        return change("create", path, json, this::done);
    }

    @Override
    public Optional<JsonNode> create(String collection, String manager, String yaml) {
        return Optional.of(change("create", collection, yaml, this::done));
    }

    @Override
    public JsonNode merge(String path, String json) {
        return change("merge", path, json, this::done);
    }

    @Override
    public JsonNode apply(String path, String yaml) {
        return change("apply", path, yaml, () -> {
            if (!applied.containsKey(path)) {
                return done();
            }
            answers.put(path, applied.get(path));
            return JSON.readTree(applied.get(path));
        });
    }

    @Override
    public JsonNode dryRun(String path, String yaml) {
        dryRun.add("%s %s".formatted(path, yaml));
        if (!dryRuns.containsKey(path)) {
            throw LabException.labFailed("object-refused", "no recording of a dry run of " + path, "");
        }
        return JSON.readTree(dryRuns.get(path));
    }

    /** The same as {@link #dryRun}, or an object without a name. */
    @Override
    public JsonNode judge(String path, String yaml, boolean stored) {
        return change(stored ? "apply" : "judge", path, yaml,
                () -> dryRuns.containsKey(path) ? JSON.readTree(dryRuns.get(path)) : done());
    }

    @Override
    public void delete(String path) {
        change("delete", path, "", this::done);
    }

    private boolean isAsked() {
        return fault != Fault.REFUSES && fault != Fault.UNREACHABLE;
    }

    @Override
    public boolean isReady() {
        return !restoring && servesAgain();
    }

    @Override
    public boolean servesAgain() {
        return (fault == Fault.NONE || FORBIDDING.contains(fault)) && unanswered-- <= 0;
    }

    @Override
    public Instant now() {
        return clock.get();
    }

    @Override
    public List<String> lastWords(String namespace, String pod, String container) {
        return lastWords;
    }

    @Override
    public Optional<JsonNode> throughPod(String namespace, String pod, int port, String path, Duration within) {
        return Optional.ofNullable(pages.apply(pod, path)).map(JSON::readTree);
    }

    @Override
    public ExecResult exec(String namespace, String pod, Optional<String> container, Duration within,
                           List<String> command) {
        change("exec", namespace + "/" + pod + container.map(name -> "/" + name).orElse(""),
                String.join(" ", command), this::done);
        return commands.apply(pod, command);
    }
}
