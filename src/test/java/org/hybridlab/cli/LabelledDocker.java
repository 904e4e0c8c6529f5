package org.hybridlab.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/**
 * Fake of docker's lists by label, and of its removal by id. It refuses what is in use and what is not there, and may
 * not answer at all. It does not prove that docker's client knows these formats: a test with a real docker does.
 */
final class LabelledDocker implements Processes {
    /** Ids to their kind and labels; the order is the one of docker's lists. */
    final Map<String, Thing> things = new LinkedHashMap<>();
    final List<String> ran = new ArrayList<>();
    boolean silent;
    String sizes = "";
    /** Ids that something else uses. */
    final List<String> used = new ArrayList<>();
    /** Is run before each list of containers. */
    Runnable meanwhile = () -> { };

    record Thing(String kind, String name, Map<String, String> labels) {
    }

    void add(String kind, String id, Map<String, String> labels) {
        things.put(id, new Thing(kind, "name-" + id, labels));
    }

    @Override
    public synchronized Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        List<String> words = command.words();
        ran.add(String.join(" ", words));
        if (silent) {
            return new Result(command, 1, "", "Cannot connect to the Docker daemon\n", Duration.ZERO);
        }
        String kind = words.get(1).equals("volume") || words.get(1).equals("network") ? words.get(1) : "container";
        if (words.contains("ls") || words.contains("ps")) {
            if (words.contains("ps")) {
                meanwhile.run();
            }
            return answer(command, list(kind, words));
        }
        if (words.contains("rm")) {
            for (String id : words.subList(words.indexOf("rm") + 1, words.size())) {
                if (!id.startsWith("--") && (used.contains(id) || things.remove(id) == null)) {
                    return new Result(command, 1, "", "Error response from daemon: " + id + " is in use\n",
                            Duration.ZERO);
                }
            }
        }
        return answer(command, words.contains("df") ? sizes : "");
    }

    private String list(String kind, List<String> words) {
        String filter = words.get(words.indexOf("--filter") + 1).substring("label=".length());
        String format = words.get(words.indexOf("--format") + 1);
        StringBuilder rows = new StringBuilder();
        things.forEach((id, thing) -> {
            String key = filter.split("=")[0];
            if (thing.kind().equals(kind) && thing.labels().containsKey(key)
                    && (!filter.contains("=") || filter.endsWith("=" + thing.labels().get(key)))) {
                String row = format.replace("{{.ID}}", id).replace("{{.Names}}", thing.name())
                        .replace("{{.Name}}", kind.equals("volume") ? id : thing.name())
                        .replace("{{.CreatedAt}}", "2026-01-02 03:04:05 +0000 UTC");
                for (String label : List.of("lab", "reader", "workspace", "maker")) {
                    row = row.replace("{{.Label \"org.hybridlab." + label + "\"}}",
                            thing.labels().getOrDefault("org.hybridlab." + label, ""));
                }
                rows.append(row).append('\n');
            }
        });
        return rows.toString();
    }

    private static Result answer(Command command, String text) {
        return new Result(command, 0, text, "", Duration.ZERO);
    }
}
