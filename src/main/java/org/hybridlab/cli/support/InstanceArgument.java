package org.hybridlab.cli.support;

import java.util.Optional;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;
import picocli.CommandLine.Option;

/** {@code LAB [--name NAME]}: one of several instances of a lab. */
public final class InstanceArgument extends LabArgument {
    public static final String FLAG = "--name";
    public static final String DESCRIPTION = "An instance of the lab, beside others of the same file.";
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?");

    @Option(names = FLAG, paramLabel = "NAME", description = DESCRIPTION)
    private String name;

    @Override
    Optional<String> instance() {
        return checked(name);
    }

    /** @throws LabException {@code instance-name} (exit 2) */
    public static Optional<String> checked(String name) {
        if (name != null && !LABEL.matcher(name).matches()) {
            throw LabException.invalid("instance-name", "'%s' is no name for an instance of a lab.".formatted(name),
                    "Use small letters, digits and dashes, 32 at most, for example " + FLAG + " second.");
        }
        return Optional.ofNullable(name);
    }
}
