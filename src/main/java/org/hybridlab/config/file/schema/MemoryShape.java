package org.hybridlab.config.file.schema;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.Node;

/** An amount of memory. A number alone could be of bytes, MiB or GiB: what is missing is its unit, not its quotes. */
record MemoryShape(TextShape text) implements Shape {
    /** No machine has as many GiB, or as few MiB. */
    private static final int LEAST_MIB = 100;
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,6}");

    @Override
    public void check(Node node, Problems problems) {
        Optional<String> number = Scalar.of(node).map(Scalar::text).filter(value -> NUMBER.matcher(value).matches());
        number.ifPresentOrElse(value -> problems.report(text.rule(), node, value + " has no unit", "Write %s%s."
                .formatted(value, Integer.parseInt(value) < LEAST_MIB ? "GiB" : "MiB")),
                () -> text.check(node, problems));
    }

    @Override
    public Map<String, Object> schema() {
        return text.schema();
    }

    @Override
    public String hint() {
        return text.hint();
    }

    @Override
    public List<RuleEntry> rules() {
        return text.rules();
    }
}
