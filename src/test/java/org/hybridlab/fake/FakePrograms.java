package org.hybridlab.fake;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/**
 * The programs of a fake host: a test says how each call ends, and reads what was called. Calls that no test names end
 * well and print nothing. Real programs change something, print while they run, and take their time.
 */
public class FakePrograms implements Processes {
    /** How a call ends. */
    public record Answer(int exitCode, String stdout, String stderr) {
        public static final Answer DONE = printing("");

        public static Answer printing(String text) {
            return new Answer(0, text, "");
        }

        public static Answer failing(String why) {
            return new Answer(1, "", why + "\n");
        }
    }

    /** All calls, oldest first. */
    public final List<Command> commands = Collections.synchronizedList(new ArrayList<>());
    private final Function<Command, Answer> programs;

    public FakePrograms() {
        this(command -> Answer.DONE);
    }

    public FakePrograms(Function<Command, Answer> programs) {
        this.programs = programs;
    }

    /** They end well. @param texts what they print */
    public static FakePrograms printing(Function<Command, String> texts) {
        return new FakePrograms(command -> Answer.printing(texts.apply(command)));
    }

    public static FakePrograms failing(String why) {
        return new FakePrograms(command -> Answer.failing(why));
    }

    /** The lines of all calls. */
    public List<String> ran() {
        return List.copyOf(commands).stream().map(FakePrograms::line).toList();
    }

    public static String line(Command command) {
        return String.join(" ", command.words());
    }

    /** The last word of a call: what ssh hands to the machine. */
    public static String remote(Command command) {
        return command.words().get(command.words().size() - 1);
    }

    /** @param remote a call of PowerShell whose last word is its script */
    public static String script(String remote) {
        return new String(Base64.getDecoder().decode(remote.substring(remote.lastIndexOf(' ') + 1)),
                StandardCharsets.UTF_16LE);
    }

    protected Answer answer(Command command) {
        return programs.apply(command);
    }

    @Override
    public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        commands.add(command);
        Answer answer = answer(command);
        return new Result(command, answer.exitCode(), answer.stdout(), answer.stderr(), Duration.ZERO);
    }
}
