package org.hybridlab.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.report.proof.ProofLevel;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeType;

/**
 * Reads a {@link WindowsReport}, and tells what was seen on which Windows (rung f). The file is untrusted: it has a
 * size limit, its types are checked, and only printable text reaches a terminal.
 */
public final class WindowsReportReader {
    private static final int LARGEST = 16 << 20;
    private static final int MOST = 5000;
    private static final int LONGEST = 120;
    private static final String ADVICE = "Take the file as `hybridlab report LAB --windows` wrote it.";
    private static final String NONE = "no machine";

    private final Path file;
    private final JsonNode root;

    private WindowsReportReader(Path file, JsonNode root) {
        this.file = file;
        this.root = root;
    }

    /**
     * A line of the table.
     *
     * @param windows box and build of the machine, or of all in the part
     * @param mode network mode and style, as the ladder names its parts
     * @param what id of a step, or {@code check} and its id
     * @param seen {@code green}, {@code red} or {@code unknown}
     */
    public record Row(String lab, String provider, String windows, String mode, String what, String seen,
                      boolean madeUp) {
    }

    /** @throws LabException {@code windows-report-unreadable} (exit 2) with the place */
    public static List<Row> rows(Path file) {
        WindowsReportReader reader = new WindowsReportReader(file, tree(file));
        JsonNode format = reader.root.path("format");
        if (!format.isInt() || format.asInt() != WindowsReport.FORMAT) {
            throw unreadable(file, "/format is %s; this hybridlab reads %d".formatted(
                    format.isInt() ? format.asInt() : "no number", WindowsReport.FORMAT),
                    "Use the hybridlab that wrote it, or ask its sender for another one. " + ADVICE);
        }
        return reader.rows();
    }

    /** A Markdown table, like reports/ladder.md. */
    public static List<String> table(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        boolean madeUp = rows.stream().anyMatch(Row::madeUp);
        lines.add("Rung %s: %s; it cannot see %s.".formatted(ProofLevel.F.letter(), ProofLevel.F.description(),
                ProofLevel.F.unseen()));
        if (madeUp) {
            lines.add("This report is made up: no Windows was there, and nothing is proven by it.");
        }
        lines.add("");
        lines.add("| lab | provider | box and build | mode | step or check | %s |".formatted(ProofLevel.F.letter()));
        lines.add("|---|---|---|---|---|---|");
        rows.forEach(row -> lines.add("| %s | %s | %s | %s | %s | %s |".formatted(row.lab(), row.provider(),
                row.windows(), row.mode(), row.what(), row.madeUp() ? row.seen() + ", made up" : row.seen())));
        return lines;
    }

    private static JsonNode tree(Path file) {
        if (!Files.isRegularFile(file)) {
            throw unreadable(file, "there is no such file", ADVICE);
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw unreadable(file, "it is larger than %d MiB".formatted(LARGEST >> 20), ADVICE);
            }
            return JsonMapper.shared().readTree(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw unreadable(file, String.valueOf(e.getMessage()), ADVICE);
        } catch (JacksonException e) {
            // Deep nesting has no location.
            throw unreadable(file, Optional.ofNullable(e.getLocation()).map(at -> "line %d, column %d is no JSON"
                    .formatted(at.getLineNr(), at.getColumnNr())).orElse("it is not the JSON of a report"), ADVICE);
        }
    }

    private static LabException unreadable(Path file, String why, String advice) {
        return LabException.invalid("windows-report-unreadable", "%s cannot be read: %s.".formatted(file,
                printable(why)), advice);
    }

    private List<Row> rows() {
        JsonNode made = root.path("madeUp");
        if (!made.isBoolean()) {
            throw wrong("/madeUp", "neither true nor false");
        }
        List<Windows> machines = list("/machines").stream().map(at -> new Windows(text(at + "/machine"),
                "%s %s, %s".formatted(text(at + "/box"), text(at + "/boxVersion"), build(at)))).toList();
        List<Row> rows = new ArrayList<>();
        for (String at : list("/steps")) {
            String machine = text(at + "/machine");
            String id = text(at + "/id");
            boolean windows = machines.stream().anyMatch(one -> one.name().equals(machine));
            if (windows || id.startsWith("windows-")) {
                rows.add(row(windows ? machines.stream().filter(one -> one.name().equals(machine)).toList() : machines,
                        id, ofStep(text(at + "/outcome")), made.asBoolean()));
            }
        }
        for (String at : list("/checks")) {
            rows.add(row(machines, "check " + text(at + "/id"), ofCheck(text(at + "/outcome"),
                    text(at + "/evidenceSource")), made.asBoolean()));
        }
        return rows;
    }

    private record Windows(String name, String description) {
    }

    private Row row(List<Windows> machines, String what, String seen, boolean madeUp) {
        return new Row(text("/lab/name"), text("/lab/provider"), machines.isEmpty() ? NONE : machines.stream()
                .map(one -> one.name() + ": " + one.description()).collect(Collectors.joining("; ")),
                text("/lab/mode"), what, seen, madeUp);
    }

    private static String ofStep(String outcome) {
        return switch (outcome) {
            case "done", "skipped" -> "green";
            case "failed" -> "red";
            default -> WindowsReport.UNKNOWN;
        };
    }

    /** Evidence without Windows proves nothing about it. */
    private static String ofCheck(String outcome, String evidenceSource) {
        return switch (outcome) {
            case "passed" -> evidenceSource.equals("real") ? "green" : WindowsReport.UNKNOWN;
            case "failed" -> "red";
            default -> WindowsReport.UNKNOWN;
        };
    }

    /** The machine's newest own value, or else its node's. */
    private String build(String machine) {
        String build = WindowsReport.UNKNOWN;
        for (String record : list(machine + "/records")) {
            for (String fact : list(record + "/facts")) {
                if (text(fact + "/about").equals("build") && text(fact + "/state").equals("read")) {
                    build = list(fact + "/values").stream().findFirst().map(this::text).orElse(build);
                }
            }
        }
        return build.equals(WindowsReport.UNKNOWN) ? text(machine + "/kernel") : build;
    }

    /** JSON pointers to an array's items. */
    private List<String> list(String at) {
        JsonNode array = root.at(at);
        if (!array.isArray()) {
            throw wrong(at, "no list");
        }
        if (array.size() > MOST) {
            throw wrong(at, "longer than %d".formatted(MOST));
        }
        List<String> pointers = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            pointers.add(at + "/" + i);
        }
        return pointers;
    }

    private String text(String at) {
        JsonNode node = root.at(at);
        if (node.getNodeType() != JsonNodeType.STRING) {
            throw wrong(at, "no text");
        }
        return printable(node.asString());
    }

    private LabException wrong(String at, String what) {
        return unreadable(file, "%s is %s".formatted(at, what), ADVICE);
    }

    /** One short line, safe for a terminal and a table. */
    private static String printable(String text) {
        String start = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
        return start.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cs}\u2028\u2029]", "?").replace("|", "/").strip();
    }
}
