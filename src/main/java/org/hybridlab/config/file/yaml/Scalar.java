package org.hybridlab.config.file.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * A scalar as written, typed by YAML 1.2's core schema, as editors do. {@code on}, {@code no} and {@code 22:30} stay
 * text. SnakeYAML's own tags are YAML 1.1.
 *
 * @param plain written without quotes
 */
public record Scalar(String text, boolean plain) {
    private static final Pattern NULL = Pattern.compile("~|null|Null|NULL|");
    private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,4})?");
    private static final Pattern OCTAL = Pattern.compile("0o[0-7]+");
    private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]+");
    private static final Pattern NOT_FINITE = Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    public enum Kind {
        TEXT, NUMBER, BOOLEAN, NULL
    }

    public Scalar(ScalarNode node) {
        this(node.getValue(), node.getScalarStyle() == ScalarStyle.PLAIN);
    }

    public static Optional<Scalar> of(Node node) {
        return node instanceof ScalarNode scalar ? Optional.of(new Scalar(scalar)) : Optional.empty();
    }

    /** Empty if it is no whole number, or too large. */
    public Optional<Integer> integer() {
        if (kind() != Kind.NUMBER || NOT_FINITE.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(number().intValueExact());
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    private BigDecimal number() {
        if (OCTAL.matcher(text).matches()) {
            return new BigDecimal(new BigInteger(text.substring(2), 8));
        }
        if (HEX.matcher(text).matches()) {
            return new BigDecimal(new BigInteger(text.substring(2), 16));
        }
        return new BigDecimal(text);
    }

    public Kind kind() {
        if (!plain) {
            return Kind.TEXT;
        }
        if (NULL.matcher(text).matches()) {
            return Kind.NULL;
        }
        if (BOOLEAN.matcher(text).matches()) {
            return Kind.BOOLEAN;
        }
        boolean number = DECIMAL.matcher(text).matches() || OCTAL.matcher(text).matches()
                || HEX.matcher(text).matches() || NOT_FINITE.matcher(text).matches();
        return number ? Kind.NUMBER : Kind.TEXT;
    }
}
