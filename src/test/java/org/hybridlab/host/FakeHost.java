package org.hybridlab.host;

import static org.hybridlab.fake.Unchecked.unchecked;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.StubProgram;

/**
 * A fake host below a folder: programs that are there or not, and what happens when a command runs. On a real host, a
 * command does more than the test says.
 */
final class FakeHost extends FakePrograms {
    private final Path root;
    private final Map<String, Runnable> effects = new LinkedHashMap<>();
    private final Map<String, Answer> answers = new LinkedHashMap<>();
    private final Set<String> lacking = new HashSet<>();
    private boolean lists = true;

    FakeHost(Path root) {
        this.root = root;
    }

    HostFiles files() {
        return new HostFiles(root, List.of(Path.of("/bin")));
    }

    FakeHost with(String... programs) {
        for (String program : programs) {
            StubProgram.write(root.resolve("bin").resolve(program), "");
        }
        return this;
    }

    FakeHost write(String file, String text) {
        unchecked(() -> {
            writeFile(root.resolve(file), text);
        });
        return this;
    }

    /** What a command that contains the text answers. */
    FakeHost answer(String part, int exitCode, String output) {
        answers.put(part, new Answer(exitCode, output, ""));
        return this;
    }

    /** What a command that contains the text changes. */
    FakeHost effect(String part, Runnable change) {
        effects.put(part, change);
        return this;
    }

    /** The commands that changed something, or tried to. */
    List<String> changes() {
        return ran().stream().filter(line -> !line.contains("--version") && !line.contains("ssh -V")
                && !line.startsWith("docker version") && !line.contains("apt-cache policy")).toList();
    }

    @Override
    protected Answer answer(Command command) {
        String line = line(command);
        if (line.contains("apt-get") && lacking.stream().anyMatch(command.words()::contains)) {
            return new Answer(100, "", "E: Unable to locate package " + lacking);
        }
        effects.entrySet().stream().filter(one -> line.contains(one.getKey())).forEach(one -> one.getValue().run());
        Answer answer = answers.entrySet().stream().filter(one -> line.contains(one.getKey()))
                .map(Map.Entry::getValue).findFirst().orElseGet(() -> usual(command));
        // On a terminal, virsh starts an agent that asks for a password.
        if (answer.stdout().contains("no polkit agent") && !command.ownSession()) {
            throw LabException.labFailed("timed-out", "virsh did not end in time.", "");
        }
        return answer;
    }

    /** apt-cache says nothing at all of a package that it does not know; without lists it knows what is installed. */
    private Answer usual(Command command) {
        List<String> words = command.words();
        String policy = !words.contains("policy") ? "1.0\n" : words.stream().skip(words.indexOf("policy") + 1)
                .filter(word -> lists ? !lacking.contains(word) : word.equals("dpkg"))
                .map(word -> word + ":\n  Installed: (none)\n  Candidate: 1.0\n  Version table:\n     1.0 500\n"
                        + (lists ? "        500 http://mirror.example.org/debian bookworm/main amd64 Packages\n"
                        : "        100 /var/lib/dpkg/status\n")).collect(Collectors.joining());
        return Answer.printing(policy);
    }

    /** No list of a package source is here, as in a new container. */
    FakeHost withoutLists() {
        lists = false;
        return this;
    }

    /** Packages that no source of this host has: one such name, and apt installs nothing. */
    FakeHost lacking(String... packages) {
        lacking.addAll(List.of(packages));
        return this;
    }
}
