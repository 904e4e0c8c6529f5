package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a rendered {@code start-PROGRAM.ps1} calls its program with: the list {@code $arguments}, one argument a
 * line. It knows single and double quotes, names of variables in these, and sums of quoted words; nothing else.
 */
public final class StartScript {
    private static final Pattern ASSIGNMENT = Pattern.compile("^\\s*\\$(\\w+) = ('[^']*'|\"[^\"]*\"|\\$env:\\w+)$");
    private static final Pattern LIST = Pattern.compile("\\$arguments = @\\(\n(.*?)\n\\)", Pattern.DOTALL);
    private static final Pattern MORE = Pattern.compile("^\\$arguments \\+= (.*)$", Pattern.MULTILINE);
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'");
    private static final Pattern NAME = Pattern.compile("\\$((?:env:)?\\w+)");

    private final String text;
    private final Map<String, String> given;
    private final Map<String, String> assigned = new HashMap<>();

    /** @param given values of variables that something else than an assignment gives them, {@code env:X} among them */
    public StartScript(String script, Map<String, String> given) {
        this.text = script.replace("\r\n", "\n");
        this.given = Map.copyOf(given);
        text.lines().map(ASSIGNMENT::matcher).filter(Matcher::matches)
                .forEach(found -> assigned.put(found.group(1), found.group(2)));
    }

    public List<String> arguments() {
        Matcher list = LIST.matcher(text);
        assertThat(list.find()).as("a list of arguments in " + text).isTrue();
        List<String> arguments = new ArrayList<>();
        list.group(1).lines().map(String::strip).filter(line -> !line.startsWith("#"))
                .forEach(line -> arguments.add(value(line)));
        MORE.matcher(text).results().forEach(more -> arguments.add(value(more.group(1).strip())));
        return List.copyOf(arguments);
    }

    public String variable(String name) {
        if (given.containsKey(name)) {
            return given.get(name);
        }
        assertThat(assigned).containsKey(name);
        return value(assigned.get(name));
    }

    private String value(String expression) {
        if (expression.startsWith("(") || expression.startsWith("'")) {
            StringBuilder sum = new StringBuilder();
            QUOTED.matcher(expression).results().forEach(word -> sum.append(word.group(1)));
            return sum.toString();
        }
        return NAME.matcher(expression.replaceAll("^\"|\"$", "")).replaceAll(name ->
                Matcher.quoteReplacement(variable(name.group(1))));
    }
}
