package org.hybridlab.cluster.api;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A fake: answers each path with the JSON that a test gave it, or gave for it without its query, and writes down what
 * it was told. With the real one, a change shows in later answers.
 */
public final class RecordedApiServer implements ApiServer {
    private List<String> lastWords = List.of();
    private final Map<String, String> answers = new LinkedHashMap<>();
    private final List<String> told = new ArrayList<>();
    private final Map<String, String> applied = new LinkedHashMap<>();
    private final Map<String, String> dryRuns = new LinkedHashMap<>();
    private final List<String> dryRun = new ArrayList<>();
    private final Map<String, LabException> failures = new LinkedHashMap<>();
    private final Map<String, Runnable> held = new LinkedHashMap<>();
    private int unanswered;
    private boolean restoring;
    private boolean away;
    private Instant now = Instant.now();
    private String refused = "nothing";
    private BiFunction<String, String, String> pages = (pod, path) -> null;
    private BiFunction<String, List<String>, ExecResult> commands = (pod, command) -> {
        throw new UnsupportedOperationException("no recording of " + command);
    };

    public RecordedApiServer with(String path, String json) {
        answers.put(path, json);
        return this;
    }

    public RecordedApiServer without(String path) {
        answers.remove(path);
        return this;
    }

    /** @param results what commands in pods come to, by the pod's name */
    public RecordedApiServer withCommands(BiFunction<String, List<String>, ExecResult> results) {
        commands = results;
        return this;
    }

    /** @param pages what pods serve, by the pod's name and the path; null for what cannot be reached */
    public RecordedApiServer withPages(BiFunction<String, String, String> pages) {
        this.pages = pages;
        return this;
    }

    @Override
    public Optional<JsonNode> throughPod(String namespace, String pod, int port, String path, Duration within) {
        return Optional.ofNullable(pages.apply(pod, path)).map(JsonMapper.shared()::readTree);
    }

    /** @param moment what its clock shows */
    public RecordedApiServer at(Instant moment) {
        now = moment;
        return this;
    }

    /** Answers with status 500 from now on. @param verb for example {@code delete} */
    public RecordedApiServer refusing(String verb) {
        refused = verb;
        return this;
    }

    public RecordedApiServer notReady() {
        return missing(Integer.MAX_VALUE);
    }

    /** It serves what the cluster had, and goes through its own roles for good. */
    public RecordedApiServer restoring() {
        restoring = true;
        return this;
    }

    /** @param questions how many times it is not ready before it is */
    public RecordedApiServer missing(int questions) {
        unanswered = questions;
        return this;
    }

    /** @param until what each answer for the path waits for */
    public RecordedApiServer holding(String path, Runnable until) {
        held.put(path, until);
        return this;
    }

    /** It does not answer from now on. */
    public RecordedApiServer away() {
        away = true;
        return this;
    }

    /** Everything that would have changed the cluster, as "verb path body". */
    public List<String> told() {
        return List.copyOf(told);
    }

    @Override
    public JsonNode get(String path) {
        return find(path).orElseThrow(() -> LabException.labFailed("api-refused", "no recording of " + path, ""));
    }

    @Override
    public Optional<JsonNode> find(String path) {
        mustAnswer();
        held.getOrDefault(path, () -> { }).run();
        if (failures.containsKey(path)) {
            throw failures.get(path);
        }
        return Optional.ofNullable(answers.getOrDefault(path,
                answers.get(path.replaceFirst("\\?.*", "")))).map(JsonMapper.shared()::readTree);
    }

    private void mustAnswer() {
        if (away) {
            throw LabException.labFailed("api-unreachable", "The API server does not answer.", "");
        }
    }

    @Override
    public JsonNode create(String path, String json) {
        return tell("create", path, json);
    }

    @Override
    public JsonNode merge(String path, String json) {
        return tell("merge", path, json);
    }

    @Override
    public JsonNode apply(String path, String yaml) {
        if (applied.containsKey(path)) {
            answers.put(path, applied.get(path));
        }
        JsonNode told = tell("apply", path, yaml);
        return applied.containsKey(path) ? JsonMapper.shared().readTree(applied.get(path)) : told;
    }

    /** What a path has once something was applied to it. */
    public RecordedApiServer afterApply(String path, String json) {
        applied.put(path, json);
        return this;
    }

    /** What the server would make of the path's object; nothing that was recorded for it is stored. */
    public RecordedApiServer withDryRun(String path, String json) {
        dryRuns.put(path, json);
        return this;
    }

    /** From now on every question about the path fails so. */
    public RecordedApiServer failing(String path, LabException failure) {
        failures.put(path, failure);
        return this;
    }

    @Override
    public JsonNode dryRun(String path, String yaml) {
        dryRun.add("%s %s".formatted(path, yaml));
        if (!dryRuns.containsKey(path)) {
            throw LabException.labFailed("object-refused", "no recording of a dry run of " + path, "");
        }
        return JsonMapper.shared().readTree(dryRuns.get(path));
    }

    /** Every dry run, as "path body". */
    public List<String> dryRun() {
        return List.copyOf(dryRun);
    }

    @Override
    public void delete(String path) {
        tell("delete", path, "");
    }

    private synchronized JsonNode tell(String verb, String path, String body) {
        mustAnswer();
        told.add("%s %s %s".formatted(verb, path, body).strip());
        if (verb.equals(refused)) {
            throw LabException.labFailed("api-refused", "The API server refused to %s %s (500).".formatted(verb, path),
                    "");
        }
        return JsonMapper.shared().createObjectNode();
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public boolean isReady() {
        return !away && !restoring && unanswered-- <= 0;
    }

    @Override
    public boolean servesAgain() {
        return unanswered-- <= 0;
    }

    /** Of all containers. */
    public void withLastWords(List<String> lines) {
        lastWords = lines;
    }

    @Override
    public List<String> lastWords(String namespace, String pod, String container) {
        return lastWords;
    }

    @Override
    public ExecResult exec(String namespace, String pod, Optional<String> container, Duration within,
                           List<String> command) {
        tell("exec", namespace + "/" + pod + container.map(name -> "/" + name).orElse(""), String.join(" ", command));
        return commands.apply(pod, command);
    }
}
