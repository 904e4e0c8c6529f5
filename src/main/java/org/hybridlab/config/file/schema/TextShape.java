package org.hybridlab.config.file.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.hybridlab.config.file.yaml.FileRules;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.Node;

/**
 * @param pattern of the whole text, in the common syntax of Java and ECMAScript
 * @param maxLength in code points
 * @param what for "'x' is not what", for example {@code a machine's name}
 * @param advice the form in words
 */
public record TextShape(RuleEntry rule, Pattern pattern, int maxLength, String what, String advice) implements Shape {
    static TextShape of(String ruleId, String title, String pattern, int maxLength, String what, String advice) {
        return new TextShape(new RuleEntry(ruleId, title), Pattern.compile(pattern), maxLength, what, advice);
    }

    @Override
    public void check(Node node, Problems problems) {
        Optional<Scalar> scalar = Scalar.of(node);
        if (scalar.isEmpty() || scalar.get().kind() != Scalar.Kind.TEXT) {
            String found = scalar.map(value -> "%s is a %s to YAML".formatted(value.text(), kind(value)))
                    .orElse("a mapping or a list stands here");
            String quoted = scalar.map(value -> "Write it in quotes: '%s'.".formatted(value.text()))
                    .orElse("Write " + what + ".");
            problems.report(FileRules.TEXT, node, found + ", not text", quoted);
            return;
        }
        checkForm(node, scalar.get().text(), problems);
    }

    void checkForm(Node node, String text, Problems problems) {
        if (!fits(text)) {
            problems.report(rule, node, "'%s' is not %s".formatted(text, what), advice);
        }
    }

    public boolean fits(String text) {
        return text.codePointCount(0, text.length()) <= maxLength && pattern.matcher(text).matches();
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("pattern", "^(?:" + pattern + ")$");
        schema.put("maxLength", maxLength);
        return schema;
    }

    @Override
    public String hint() {
        return advice;
    }

    @Override
    public List<RuleEntry> rules() {
        return List.of(rule);
    }

    private static String kind(Scalar scalar) {
        return scalar.kind() == Scalar.Kind.NUMBER ? "number" : "boolean";
    }
}
