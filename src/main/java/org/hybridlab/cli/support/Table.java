package org.hybridlab.cli.support;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of text in columns. A column is as wide as its longest cell. */
public final class Table {
    /** Right-aligned, so that sizes can be compared. */
    private static final String SIZE = "SIZE";

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... titles) {
        rows.add(List.of(titles));
    }

    public void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** The titles first. */
    public List<String> lines() {
        return lines((padded, title, cell) -> padded);
    }

    /** Colours cells; colour codes take no width. */
    public interface Paint {
        String of(String padded, String title, String cell);
    }

    public List<String> lines(Paint paint) {
        List<String> titles = rows.get(0);
        int[] widths = IntStream.range(0, titles.size()).map(column -> rows.stream()
                .mapToInt(row -> row.get(column).length()).max().orElse(0)).toArray();
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                String cell = row.get(column);
                String space = " ".repeat(widths[column] - cell.length());
                String padded = titles.get(column).equals(SIZE) ? space + cell : cell + space;
                line.append(row == titles ? padded : paint.of(padded, titles.get(column), cell)).append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
