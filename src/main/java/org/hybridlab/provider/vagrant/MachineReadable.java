package org.hybridlab.provider.vagrant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A line of {@code vagrant --machine-readable}: {@code epoch,target,type,data...}. Not CSV: data is escaped with {@code
 * %!(VAGRANT_COMMA)}, {@code \n} and {@code \r}, but backslashes are not, so a literal {@code \n} reads as a line feed.
 *
 * @param target the machine; empty for the whole call
 */
record MachineReadable(String target, String type, List<String> data) {
    private static final int HEAD = 3;

    /** Empty for plain text, which Vagrant prints when it fails early. */
    static Optional<MachineReadable> parse(String line) {
        String[] fields = line.split(",", -1);
        if (fields.length < HEAD || fields[0].isEmpty() || !fields[0].chars().allMatch(Character::isDigit)) {
            return Optional.empty();
        }
        List<String> data = Arrays.stream(fields).skip(HEAD).map(MachineReadable::unescape).toList();
        return Optional.of(new MachineReadable(fields[1], fields[2], data));
    }

    static List<MachineReadable> parseAll(String output) {
        return output.lines().flatMap(line -> parse(line).stream()).toList();
    }

    static Optional<List<String>> first(List<MachineReadable> lines, String type) {
        return lines.stream().filter(line -> line.type.equals(type)).map(MachineReadable::data).findFirst();
    }

    String text(int index) {
        return index < data.size() ? data.get(index) : "";
    }

    /** The lines of a {@code ui} text, without Vagrant's prefix. */
    List<String> forPeople() {
        if (!type.equals("ui")) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        text(1).lines()
                .map(line -> line.replaceFirst("^(==> |    )" + java.util.regex.Pattern.quote(target) + ": ?", ""))
                .filter(line -> !line.isBlank()).forEach(lines::add);
        return lines;
    }

    private static String unescape(String field) {
        return field.replace("\\n", "\n").replace("\\r", "\r").replace("%!(VAGRANT_COMMA)", ",");
    }
}
