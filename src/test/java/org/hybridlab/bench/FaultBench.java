package org.hybridlab.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/** Plants faults in a copy of the product, one at a time, and tells which unit tests notice each. */
public final class FaultBench {
    private static final Path DATA = Path.of("src/test/faults/faults.yaml");
    private static final List<Path> PRODUCT = List.of(Path.of("src/main"), Path.of("templates"), Path.of("data"));
    private static final Path JAVA = Path.of("src/main/java");
    private static final Path RESOURCES = Path.of("src/main/resources");
    private static final Path TESTS = Path.of("src/test/java");
    private static final Path WORK = Path.of("target/faults").toAbsolutePath();
    private static final Path TREE = WORK.resolve("tree");
    /** Comes before the product's own classes. */
    private static final Path PLANTED = WORK.resolve("planted");
    private static final List<String> COMPILER = List.of("--release", "17", "-parameters", "-proc:none",
            "-implicit:none", "-XDstringConcat=inline", "-nowarn", "-d", PLANTED.toString());
    private static final int LONGEST_MINUTES = 10;

    private FaultBench() {
    }

    private record Fault(String id, String decision, String file, String from, String to, List<String> tests,
                         Optional<String> missed) {
        static Fault of(Map<?, ?> entry) {
            return new Fault(text(entry, "id"), text(entry, "decision"), text(entry, "file"), text(entry, "from"),
                    text(entry, "to"), ((List<?>) entry.get("tests")).stream().map(String::valueOf).toList(),
                    Optional.ofNullable(entry.get("missed")).map(String::valueOf));
        }

        private static String text(Map<?, ?> entry, String key) {
            return String.valueOf(entry.get(key)).strip();
        }
    }

    private record Tested(int ran, List<String> red) {
    }

    /** @param arguments the file to write, then the faults' ids; without ids: all of them */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Set<String> wanted = Stream.of(arguments).skip(1).collect(Collectors.toSet());
        List<?> data = new Yaml().load(Files.readString(DATA));
        List<Fault> all = data.stream().map(entry -> Fault.of((Map<?, ?>) entry)).toList();
        List<Fault> faults = all.stream().filter(fault -> wanted.isEmpty() || wanted.contains(fault.id())).toList();
        if (faults.size() < wanted.size()) {
            throw new IllegalArgumentException("no such faults among " + wanted);
        }
        delete(WORK);
        Files.createDirectories(PLANTED);
        copy(Path.of(""), TREE);
        long begun = System.nanoTime();
        Tested without = test("none", faults.stream().flatMap(fault -> fault.tests().stream()).distinct().toList());
        System.out.printf("without a fault: %d tests, %d red, %d s%n", without.ran(), without.red().size(),
                seconds(begun));
        without.red().forEach(test -> System.out.println("  red: " + test));
        boolean good = without.ran() > 0 && without.red().isEmpty();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Fault fault : faults) {
            Map<String, Object> row = row(fault);
            rows.add(row);
            good &= row.get("result").equals("caught") || row.get("result").equals("missed")
                    && fault.missed().isPresent();
        }
        long caught = rows.stream().filter(row -> row.get("result").equals("caught")).count();
        System.out.printf("%d of %d caught%n", caught, faults.size());
        if (wanted.isEmpty()) {
            JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(Path.of(arguments[0]),
                    Map.of("caught", caught, "faults", faults.size(), "rows", rows));
        }
        System.exit(good ? 0 : 1);
    }

    private static Map<String, Object> row(Fault fault) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", fault.id());
        String result;
        List<String> red = List.of();
        List<Path> places = places(fault);
        if (places.size() != 1) {
            result = "moved: its code is %d times in the product".formatted(places.size());
        } else {
            Optional<Tested> tested = tested(fault, places.get(0));
            red = tested.map(Tested::red).orElse(List.of());
            result = tested.isEmpty() ? "does not compile"
                    : tested.get().ran() == 0 ? "not tested: see target/faults/%s.log".formatted(fault.id())
                    : red.isEmpty() ? "missed" : "caught";
        }
        row.put("result", result);
        row.put("red", red);
        row.put("seconds", seconds(begun));
        System.out.printf("%-32s %-7s %3d s  %s%s%n", fault.id(), result, seconds(begun), String.join(", ", red),
                result.equals("missed") ? fault.missed().map("admitted: "::concat).orElse("") : "");
        return row;
    }

    /** One place for each time that the fault's code is there: in its own file, or anywhere if that has moved. */
    private static List<Path> places(Fault fault) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : PRODUCT) {
            try (Stream<Path> inside = Files.walk(folder)) {
                files.addAll(inside.filter(Files::isRegularFile).sorted().toList());
            }
        }
        List<Path> there = new ArrayList<>();
        for (Path file : files) {
            Matcher matcher = pattern(fault).matcher(Files.readString(file));
            while (matcher.find()) {
                there.add(file);
            }
        }
        List<Path> own = there.stream().filter(file -> file.endsWith(fault.file())).toList();
        return own.isEmpty() ? there : own;
    }

    /** Lines may be broken otherwise than in the data. */
    private static Pattern pattern(Fault fault) {
        return Pattern.compile(Stream.of(fault.from().split("\\s+")).map(Pattern::quote)
                .collect(Collectors.joining("\\s+")));
    }

    private static Optional<Tested> tested(Fault fault, Path file) throws IOException, InterruptedException {
        String before = Files.readString(file);
        Path copy = TREE.resolve(file);
        delete(PLANTED);
        Files.createDirectories(PLANTED);
        try {
            Files.writeString(copy, pattern(fault).matcher(before).replaceFirst(Matcher.quoteReplacement(fault.to())));
            if (file.startsWith(JAVA) && !compiles(copy)) {
                return Optional.empty();
            }
            if (file.startsWith(RESOURCES)) {
                Path planted = PLANTED.resolve(RESOURCES.relativize(file));
                Files.createDirectories(planted.getParent());
                Files.copy(copy, planted);
            }
            return Optional.of(test(fault.id(), fault.tests()));
        } finally {
            Files.writeString(copy, before);
        }
    }

    private static boolean compiles(Path file) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = new ArrayList<>(COMPILER);
        options.addAll(List.of("-cp", System.getProperty("java.class.path")));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            return compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(file)).call();
        }
    }

    private static Tested test(String id, List<String> tests) throws IOException, InterruptedException {
        Path report = WORK.resolve(id + ".txt");
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath(), FaultTests.class.getName(),
                report.toString()));
        command.addAll(classNames(tests));
        Process process = new ProcessBuilder(command).directory(TREE.toFile()).redirectErrorStream(true)
                .redirectOutput(WORK.resolve(id + ".log").toFile()).start();
        if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            return new Tested(1, List.of("no end within %d minutes".formatted(LONGEST_MINUTES)));
        }
        List<String> lines = Files.exists(report) ? Files.readAllLines(report) : List.of("0");
        return new Tested(Integer.parseInt(lines.get(0)), lines.subList(1, lines.size()));
    }

    private static String classPath() {
        Stream<Path> own = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of);
        return Stream.concat(Stream.of(PLANTED), own.map(Path::toAbsolutePath)).map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> classNames(List<String> tests) throws IOException {
        try (Stream<Path> all = Files.walk(TESTS)) {
            Map<String, List<String>> names = all.map(file -> TESTS.relativize(file).toString())
                    .filter(file -> file.endsWith("Test.java"))
                    .map(file -> file.replace(".java", "").replace(File.separatorChar, '.'))
                    .collect(Collectors.groupingBy(name -> name.substring(name.lastIndexOf('.') + 1)));
            tests.stream().filter(test -> !names.containsKey(test)).findFirst().ifPresent(test -> {
                throw new IllegalArgumentException("there is no test class " + test);
            });
            return tests.stream().flatMap(test -> names.get(test).stream()).toList();
        }
    }

    private static long seconds(long begun) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (folder.equals(Path.of(".git")) || folder.equals(Path.of("target"))) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(folder));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(file), LinkOption.NOFOLLOW_LINKS,
                        StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
