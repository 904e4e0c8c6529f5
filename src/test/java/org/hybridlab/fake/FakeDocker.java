package org.hybridlab.fake;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.common.process.Command;

/**
 * A fake docker, and a vagrant in front of it. Docker lists by label, removes by its own ids only, and refuses what is
 * not there or in use. Vagrant removes the machines that it is called with. The real docker judges each filter and
 * format; this one knows those that hybridlab uses.
 */
public class FakeDocker extends FakePrograms {
    private static final String LABEL = "org.hybridlab.";
    private static final Pattern LABELS = Pattern.compile("\\{\\{\\.Label \"([^\"]+)\"}}");

    /** A container, a volume or a network. */
    public record Thing(String kind, String name, Map<String, String> labels) {
    }

    /** By id, in the order of docker's lists. */
    public final Map<String, Thing> things = Collections.synchronizedMap(new LinkedHashMap<>());
    /** By machine, if they do not run. */
    public final Map<String, String> states = new ConcurrentHashMap<>();
    /** Ids that something else uses. */
    public final Set<String> used = new HashSet<>();
    public volatile boolean silent;
    public boolean vagrantFails;
    /** Lists of volumes that are not dangling fail. */
    public boolean volumesUnknown;
    /** What docker says of the space that things take. */
    public String sizes = "";
    /** Is run before each list of containers. */
    public Runnable meanwhile = () -> { };

    public void add(String kind, String id, Map<String, String> labels) {
        things.put(id, new Thing(kind, "name-" + id, labels));
    }

    /** With a network of its lab. */
    public void machine(String lab, String name) {
        add("container", "id-" + lab + "-" + name, Map.of(LABEL + "lab", lab, LABEL + "machine", name));
        things.put("net-" + lab, new Thing("network", "net-" + lab, Map.of(LABEL + "lab", lab)));
    }

    /** The machines of containers that are labs', or the ids of others. */
    public List<String> containers() {
        return of("container");
    }

    public List<String> of(String kind) {
        return things.entrySet().stream().filter(one -> one.getValue().kind().equals(kind))
                .map(one -> one.getValue().labels().getOrDefault(LABEL + "machine", one.getKey())).toList();
    }

    @Override
    protected Answer answer(Command command) {
        List<String> words = command.words();
        if (silent) {
            return Answer.failing("Cannot connect to the Docker daemon");
        }
        return switch (words.get(0)) {
            case "docker" -> docker(words);
            case "vagrant" -> vagrant(words);
            default -> Answer.DONE;
        };
    }

    private Answer docker(List<String> words) {
        String kind = words.get(1).matches("volume|network") ? words.get(1) : "container";
        String verb = words.get(kind.equals("container") ? 1 : 2);
        if (verb.equals("ps")) {
            meanwhile.run();
        }
        if (verb.equals("rm")) {
            return remove(words.subList(words.indexOf("rm") + 1, words.size()));
        }
        if (kind.equals("volume") && volumesUnknown && !words.contains("dangling=true")) {
            return Answer.failing("context deadline exceeded");
        }
        return Answer.printing(verb.matches("ps|ls") ? list(kind, words) : words.contains("df") ? sizes : "");
    }

    private Answer remove(List<String> ids) {
        for (String id : ids) {
            if (!id.startsWith("--") && (isUsed(id) || things.remove(id) == null)) {
                return Answer.failing("Error response from daemon: " + id + " is in use");
            }
        }
        return Answer.DONE;
    }

    private boolean isUsed(String id) {
        Thing thing = things.get(id);
        return used.contains(id) || thing != null && thing.kind().equals("network") && things.values().stream()
                .anyMatch(one -> one.kind().equals("container") && thing.labels().containsKey(LABEL + "lab")
                        && thing.labels().get(LABEL + "lab").equals(one.labels().get(LABEL + "lab")));
    }

    private String list(String kind, List<String> words) {
        String filter = words.stream().filter(word -> word.startsWith("label=")).findFirst().orElse("label=")
                .substring("label=".length());
        String key = filter.split("=")[0];
        String format = words.contains("--format") ? words.get(words.indexOf("--format") + 1) : "{{.ID}}";
        StringBuilder rows = new StringBuilder();
        things.forEach((id, thing) -> {
            if (thing.kind().equals(kind) && !(words.contains("dangling=true") && used.contains(id))
                    && (filter.isEmpty() || thing.labels().containsKey(key))
                    && (!filter.contains("=") || filter.endsWith("=" + thing.labels().get(key)))) {
                String name = thing.labels().getOrDefault(LABEL + "machine", "");
                rows.append(LABELS.matcher(format).replaceAll(label -> Matcher.quoteReplacement(
                                thing.labels().getOrDefault(label.group(1), "")))
                        .replace("{{.ID}}", id).replace("{{.Names}}", thing.name())
                        .replace("{{.Name}}", kind.equals("volume") ? id : thing.name())
                        .replace("{{.State}}", states.getOrDefault(name, "running"))
                        .replace("{{.CreatedAt}}", "2026-01-02 03:04:05 +0000 UTC")).append('\n');
            }
        });
        return rows.toString();
    }

    private Answer vagrant(List<String> words) {
        if (vagrantFails) {
            return Answer.failing("The machine with the name was not found configured for this Vagrant environment.");
        }
        if (words.get(1).equals("destroy")) {
            things.values().removeIf(one -> words.contains(one.labels().getOrDefault(LABEL + "machine", "nothing")));
        }
        return Answer.DONE;
    }
}
