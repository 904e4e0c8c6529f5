package org.hybridlab.labfile;

import org.yaml.snakeyaml.error.Mark;

/** The place after some text, for problems that YAML itself does not place. */
record Position(int line, int column) {
    Position(int[] before) {
        this(lines(before), columns(before));
    }

    Mark mark() {
        return new Mark("lab", 0, line, column, new int[0], 0);
    }

    private static int lines(int[] before) {
        int lines = 0;
        for (int character : before) {
            lines += character == '\n' ? 1 : 0;
        }
        return lines;
    }

    private static int columns(int[] before) {
        int columns = 0;
        for (int i = before.length - 1; i >= 0 && before[i] != '\n'; i--) {
            columns++;
        }
        return columns;
    }
}
