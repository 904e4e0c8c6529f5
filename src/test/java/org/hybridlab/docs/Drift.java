package org.hybridlab.docs;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * One thing that somebody can do to a lab that is up; {@code src/test/resources/drifts.yaml} says what each field is.
 */
public record Drift(String part, String words, String commands, String holds, Outcome outcome, String then, String says,
                    String undo, boolean isShort) {
    /** What {@code up} makes of it. */
    public enum Outcome { HEALED, LEFT, REPORTED }

    /** All, in the file's order. */
    public static List<Drift> all() {
        return unchecked(() -> {
            String text = Files.readString(Path.of("src/test/resources/drifts.yaml"));
            List<Map<String, Object>> parts = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
            return parts.stream().flatMap(part -> drifts(part).stream().map(drift -> of((String) part.get("title"),
                    drift))).toList();
        });
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> drifts(Map<String, Object> part) {
        return (List<Map<String, Object>>) part.get("drifts");
    }

    private static Drift of(String part, Map<String, Object> drift) {
        return new Drift(part, (String) drift.get("drift"), (String) drift.get("do"), (String) drift.get("holds"),
                Outcome.valueOf(((String) drift.get("outcome")).toUpperCase(Locale.ROOT)),
                (String) drift.get("then"), (String) drift.getOrDefault("says", ""),
                (String) drift.getOrDefault("undo", ""), (boolean) drift.getOrDefault("short", false));
    }

    @Override
    public String toString() {
        return words;
    }
}
