package org.hybridlab.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The project's test classes and their methods, by name.
 *
 * @param sources files of the test classes
 */
record ExistingTests(List<Path> sources) {
    private static final Path TESTS = Path.of("src/test/java");

    static ExistingTests ofTheProject() throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            return new ExistingTests(files.filter(file -> file.toString().endsWith("Test.java")).toList());
        }
    }

    /**
     * A class may have its tests from the one that it extends.
     *
     * @param test {@code Class} or {@code Class.method}
     */
    boolean has(String test) {
        String[] parts = test.split("\\.");
        return sources.stream().filter(source -> source.endsWith(parts[0] + ".java"))
                .anyMatch(source -> parts.length == 1 || hasMethod(type(source), parts[1]));
    }

    private static boolean hasMethod(Class<?> type, String name) {
        return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                .flatMap(one -> Stream.of(one.getDeclaredMethods())).anyMatch(method -> method.getName().equals(name));
    }

    private static Class<?> type(Path source) {
        String name = TESTS.relativize(source).toString().replaceFirst("\\.java$", "").replace('/', '.');
        try {
            return Class.forName(name, false, ExistingTests.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(name + " is not compiled", e);
        }
    }
}
