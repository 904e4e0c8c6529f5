package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.check.Checks;
import org.hybridlab.check.core.Check;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/explanation/sources.md says which step does by now what the source texts do by hand:
 * every one of them is in its lab's plan.
 */
class SourcesPageTest {
    private static final Pattern LAB = Pattern.compile("## Lab `([^`]+)`:.*");
    private static final Pattern COUNT = Pattern.compile("### (\\d+) hand steps");
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| (.+) \\| (.+) \\| (.+) \\|");
    private static final Pattern WORD = Pattern.compile("`([^`]+)`");

    private static final Pattern TEXT = Pattern.compile("`([^`]+)`: `([^`]+)`");

    @TempDir
    private Path folder;
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final Map<String, List<String>> rows = new LinkedHashMap<>();
    /** The last cells of the same rows. */
    private final Map<String, List<String>> seen = new LinkedHashMap<>();
    private String page;

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(Path.of("docs/explanation/sources.md"));
        String lab = "";
        for (String line : page.lines().toList()) {
            Matcher heading = LAB.matcher(line);
            Matcher count = COUNT.matcher(line);
            Matcher row = ROW.matcher(line);
            if (heading.matches()) {
                lab = heading.group(1);
                rows.put(lab, new ArrayList<>());
                seen.put(lab, new ArrayList<>());
            } else if (count.matches()) {
                counts.put(lab, Integer.valueOf(count.group(1)));
            } else if (row.matches()) {
                rows.get(lab).add(row.group(3));
                seen.get(lab).add(row.group(4));
                assertThat(Integer.parseInt(row.group(1))).isEqualTo(rows.get(lab).size());
            }
        }
    }

    @Test
    void everyTextHasItsLabAndItsHandStepsAreCounted() {
        assertThat(rows.keySet()).containsExactlyInAnyOrder("kiamol-ch18", "l2bridge", "handbook-windows",
                "upstream-tor", "rancher");
        rows.forEach((lab, cells) -> assertThat(cells).as(lab).hasSize(counts.get(lab)));
        long gone = count("gone: ");
        long open = count("not done yet: ");
        long all = rows.values().stream().mapToLong(List::size).sum();
        assertThat(page).contains(("**%d hand steps: %d are done by a step, a check or a command, %d are gone, %d "
                + "%s not "
                + "done yet.**").formatted(all, all - gone - open, gone, open, open == 1 ? "is" : "are"));
    }

    private long count(String beginning) {
        return rows.values().stream().flatMap(List::stream).filter(cell -> cell.startsWith(beginning)).count();
    }

    @Test
    void everyHandStepIsDoneBySomethingThatIsThere() {
        rows.forEach((lab, cells) -> {
            Set<String> there = there(lab);
            for (String cell : cells) {
                if (!cell.startsWith("gone: ") && !cell.startsWith("not done yet: ")) {
                    List<String> words = WORD.matcher(cell).results().map(MatchResult::group)
                            .map(word -> word.replace("`", "")).toList();
                    assertThat(words).as(lab + ": " + cell).isNotEmpty().allMatch(there::contains);
                }
            }
        });
    }

    /** A row cannot claim what nothing does: what its step runs, renders or is made of has the text that it names. */
    @Test
    void everyHandStepIsSeenInWhatItsStepIsMadeOf() {
        List<String> wrong = new ArrayList<>();
        rows.forEach((lab, cells) -> {
            StepSources sources = StepSources.of(lab, folder);
            for (int i = 0; i < cells.size(); i++) {
                String row = "%s %d (%s): %s".formatted(lab, i + 1, cells.get(i), seen.get(lab).get(i));
                List<String> steps = WORD.matcher(cells.get(i)).results().map(word -> word.group(1))
                        .filter(sources::isStep).toList();
                List<MatchResult> texts = TEXT.matcher(seen.get(lab).get(i)).results().toList();
                boolean claims = !steps.isEmpty() && !cells.get(i).startsWith("gone: ");
                if (claims == texts.isEmpty()) {
                    wrong.add(row + (claims ? " names no text" : " has no step that could have the text"));
                }
                texts.stream().filter(text -> !sources.has(steps, text.group(1), text.group(2)))
                        .forEach(text -> wrong.add(row + " is not in what its steps are made of"));
            }
        });
        assertThat(wrong).isEmpty();
    }

    /** Ids of steps with real Windows machines, "check ID" for checks, "hybridlab NAME" for commands. */
    private Set<String> there(String lab) {
        LabContext tools = WindowsLabs.created(Path.of("labs", lab, "lab.yaml"), ProviderName.VIRTUALBOX, folder);
        Set<String> there = UpPlanner.plan(tools).steps().stream().map(Step::id).collect(Collectors.toSet());
        Checks.of(tools.lab()).stream().map(Check::id).forEach(id -> there.add("check " + id));
        for (String command : List.of("setup", "ssh", "status", "kubeconfig", "open", "destroy", "logs", "diagnose")) {
            String type = Character.toUpperCase(command.charAt(0)) + command.substring(1) + "Command.java";
            assertThat(Path.of("src/main/java/org/hybridlab/cli/command", type)).exists();
            there.add("hybridlab " + command);
        }
        return there;
    }
}
