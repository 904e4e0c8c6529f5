package org.hybridlab.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws where the time of each command goes on a lab of two machines on docker: the processes that it starts, as strace
 * sees them, and the steps and checks that it tells of.
 */
public final class WhereBench {
    /** Thread, seconds since 1970, what happened. */
    private static final Pattern TRACED = Pattern.compile("(\\d+) +(\\d+\\.\\d+) (.*)");
    private static final Pattern STARTED = Pattern.compile("execve\\(\"([^\"]+)\", \\[(.*?)\\](\\.\\.\\.)?, .* = 0");
    private static final Pattern STEP = Pattern.compile("[0-9:]{8} (start|done) +(.*?)(?: \\([^)]*\\))?");
    private static final Pattern CHECK = Pattern.compile("check (\\S+): \\S+ \\(([0-9.]+) s\\)");
    private static final Pattern CPU = Pattern.compile("(\\d+)m([0-9.]+)s");
    private static final int SECOND = 60;
    private static final int ROW = 13;
    private static final int MARGIN = 10;

    private WhereBench() {
    }

    /** @param arguments the picture to write */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        BenchLab lab = BenchLab.called("where");
        List<Traced> all = new ArrayList<>();
        try {
            all.add(traced("up", lab, "up", "--provider", "docker", "--yes"));
            all.add(traced("up of a healthy lab", lab, "up", "--yes"));
            all.add(traced("status", lab, "status"));
            all.add(traced("check", lab, "check"));
            all.add(traced("reset --soft", lab, "reset", "--soft", "--yes"));
            all.add(traced("reset", lab, "reset", "--yes"));
            all.add(traced("halt", lab, "halt"));
            all.add(traced("up after halt", lab, "up", "--yes"));
        } finally {
            all.add(traced("destroy", lab, "destroy", "--yes"));
        }
        System.out.printf("%n%-20s %7s %7s  %s%n", "", "seconds", "CPU", "processes: number, seconds in all");
        all.forEach(one -> System.out.printf(Locale.ROOT, "%-20s %7.2f %7.2f  %s%n", one.name(), one.seconds(),
                one.cpu(), one.programs()));
        Files.writeString(Path.of(arguments[0]), picture(all).replace(lab.folder().toString(), "LAB")
                .replace(Path.of("").toAbsolutePath().toString(), "HOME")
                .replace(System.getProperty("user.home"), "~"));
    }

    /** A line of the command, which it wrote so many seconds after its begin. */
    private record Said(double at, String text) {
    }

    /** Of something that lasted, in seconds since the command began. */
    private record Bar(String text, double from, double to, String color) {
    }

    /** @param cpu seconds of processor time of the command and its children, without the machines' */
    private record Traced(String name, double seconds, double cpu, List<Bar> processes, List<Bar> steps) {
        String programs() {
            Map<String, List<Bar>> byProgram = processes.stream().collect(Collectors.groupingBy(
                    one -> one.text().split(" ")[0], TreeMap::new, Collectors.toList()));
            return byProgram.entrySet().stream().map(one -> String.format(Locale.ROOT, "%s %d, %.1f", one.getKey(),
                    one.getValue().size(), one.getValue().stream().mapToDouble(bar -> bar.to() - bar.from()).sum()))
                    .collect(Collectors.joining("; "));
        }
    }

    private static Traced traced(String name, BenchLab lab, String command, String... rest)
            throws IOException, InterruptedException {
        Path trace = Files.createTempFile("where", ".trace");
        List<String> words = new ArrayList<>(List.of("sh", "-c", "\"$@\"; code=$?; times; echo exit $code", "sh",
                "strace",
                // Detached, so that a shared ssh connection, which stays for a while, is not waited for.
                "--daemonize", "--follow-forks", "--seccomp-bpf", "--absolute-timestamps=unix,us",
                "--string-limit=200", "--quiet=attach,personality", "--signal=none", "--trace=execve",
                "--output=" + trace));
        words.addAll(lab.words(command, rest));
        ProcessBuilder builder = new ProcessBuilder(words).directory(lab.folder().toFile()).redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        builder.environment().putAll(lab.environment());
        double from = System.currentTimeMillis() / 1e3;
        List<Said> said = new ArrayList<>();
        // Not until the end of the output, which strace keeps open.
        try (BufferedReader lines = builder.start().inputReader()) {
            do {
                String line = lines.readLine();
                said.add(new Said(System.currentTimeMillis() / 1e3 - from, line));
            } while (!said.get(said.size() - 1).text().startsWith("exit "));
        }
        Said last = said.get(said.size() - 1);
        if (!last.text().equals("exit 0")) {
            throw new IllegalStateException(words + " failed: " + said);
        }
        double seconds = last.at();
        Traced traced = new Traced(name, seconds, cpu(said.get(said.size() - 2).text()),
                processes(Files.readAllLines(trace), from, seconds), steps(said));
        Files.delete(trace);
        return traced;
    }

    private static double cpu(String times) {
        return CPU.matcher(times).results().mapToDouble(one -> Integer.parseInt(one.group(1)) * 60
                + Double.parseDouble(one.group(2))).sum();
    }

    private static List<Bar> processes(List<String> trace, double from, double seconds) {
        Map<String, Bar> running = new LinkedHashMap<>();
        List<Bar> all = new ArrayList<>();
        for (String line : trace) {
            Matcher traced = TRACED.matcher(line);
            if (!traced.matches()) {
                continue;
            }
            String thread = traced.group(1);
            double at = Double.parseDouble(traced.group(2)) - from;
            Matcher started = STARTED.matcher(traced.group(3));
            if (started.find()) {
                // A process may become another program.
                Bar before = running.get(thread);
                String text = words(started.group(1), started.group(2));
                running.put(thread, new Bar(text, before == null || hides(before) ? at : before.from(), seconds,
                        color(text)));
                if (before != null && !hides(before) && !before.text().split(" ")[0].equals(text.split(" ")[0])) {
                    all.add(new Bar(before.text(), before.from(), at, before.color()));
                    running.put(thread, new Bar(text, at, seconds, color(text)));
                }
            } else if (traced.group(3).startsWith("+++") && running.containsKey(thread)) {
                Bar ended = running.remove(thread);
                all.add(new Bar(ended.text(), ended.from(), Math.min(at, seconds), ended.color()));
            }
        }
        all.addAll(running.values());
        return all.stream().filter(one -> !hides(one)).sorted(Comparator.comparingDouble(Bar::from)).toList();
    }

    /** Programs that only start another one. */
    private static boolean hides(Bar bar) {
        return Stream.of("jspawnhelper", "setsid", "env").anyMatch(bar.text()::startsWith);
    }

    private static String words(String program, String arguments) {
        String name = program.substring(program.lastIndexOf('/') + 1);
        String words = Stream.of(arguments.split(", ")).skip(1).map(word -> word.replaceAll("^\"|\"$", ""))
                .filter(word -> !word.isEmpty()).collect(Collectors.joining(" "));
        return (name + " " + words.replaceAll("\\\\[nt]", " ").replaceAll("^.*org.hybridlab.cli.Main ", "")
                .replaceAll("-F \\S+ -o ControlMaster\\S+ -o ControlPath\\S+ -o ControlPersist\\S+ ", "")
                .replaceAll("\\s+", " ")).strip();
    }

    private static String color(String text) {
        return switch (text.split(" ")[0]) {
            case "java" -> "#d0d0e8";
            case "ruby", "ruby3.1", "vagrant" -> "#f0b0a0";
            case "ssh" -> "#a8d8a8";
            case "docker" -> "#a8c8f0";
            default -> "#e0d8b0";
        };
    }

    private static List<Bar> steps(List<Said> said) {
        Map<String, Double> begun = new LinkedHashMap<>();
        List<Bar> all = new ArrayList<>();
        for (Said line : said) {
            Matcher step = STEP.matcher(line.text());
            Matcher check = CHECK.matcher(line.text());
            if (step.matches() && step.group(1).equals("start")) {
                begun.put(step.group(2), line.at());
            } else if (step.matches()) {
                all.add(new Bar(step.group(2), begun.getOrDefault(step.group(2), line.at()), line.at(), "#ffd890"));
            } else if (check.matches()) {
                all.add(new Bar("check " + check.group(1), line.at() - Double.parseDouble(check.group(2)), line.at(),
                        "#d8f0a0"));
            }
        }
        return all.stream().sorted(Comparator.comparingDouble(Bar::from)).toList();
    }

    private static String picture(List<Traced> all) {
        StringBuilder body = new StringBuilder();
        int y = MARGIN;
        for (Traced one : all) {
            body.append(text(MARGIN, y + ROW, "%s: %.2f s, %.2f s of processor time without the machines'".formatted(
                    one.name(), one.seconds(), one.cpu()), "bold"));
            int top = y + ROW + 4;
            int bottom = top;
            for (Bar bar : Stream.concat(one.steps().stream(), one.processes().stream()).toList()) {
                body.append(bar(bar, bottom));
                bottom += ROW;
            }
            for (int second = 0; second <= one.seconds(); second++) {
                int x = MARGIN + second * SECOND;
                body.append("<line x1=\"%1$d\" x2=\"%1$d\" y1=\"%2$d\" y2=\"%3$d\"/>%n".formatted(x, top, bottom))
                        .append(text(x, bottom + ROW - 3, String.valueOf(second), "normal"));
            }
            y = bottom + 2 * ROW;
        }
        double widest = all.stream().mapToDouble(Traced::seconds).max().orElse(0);
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="10">
                <style>line { stroke: #bbbbbb; stroke-width: 0.5; } text { white-space: pre; }</style>
                <rect width="100%%" height="100%%" fill="white"/>
                %s</svg>
                """.formatted((int) (widest * SECOND) + 600, y, body);
    }

    private static String bar(Bar bar, int y) {
        double x = MARGIN + bar.from() * SECOND;
        String told = bar.text().length() > 90 ? bar.text().substring(0, 90) + "..." : bar.text();
        return "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n".formatted(x, y + 1,
                Math.max(1, (bar.to() - bar.from()) * SECOND), ROW - 2, bar.color())
                + text((int) x + 2, y + ROW - 3, "%s  %.2f".formatted(told, bar.to() - bar.from()), "normal");
    }

    private static String text(int x, int y, String text, String weight) {
        return "<text x=\"%d\" y=\"%d\" font-weight=\"%s\">%s</text>%n".formatted(x, y, weight,
                text.replace("&", "&amp;").replace("<", "&lt;").replaceAll("\\p{Cntrl}", " "));
    }
}
