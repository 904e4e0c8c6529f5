package org.hybridlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs unit tests in this process, and writes how many ran and which are red. */
final class FaultTests implements TestExecutionListener {
    private final List<String> red = Collections.synchronizedList(new ArrayList<>());
    private int ran;

    private FaultTests() {
    }

    /** @param arguments the file to write, then the names of test classes */
    public static void main(String[] arguments) throws IOException {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Stream.of(arguments).skip(1).map(DiscoverySelectors::selectClass).toList())
                .filters(TagFilter.excludeTags("real", "vm", "long")).build();
        FaultTests tests = new FaultTests();
        LauncherFactory.create().execute(request, tests);
        Files.write(Path.of(arguments[0]), Stream.concat(Stream.of(String.valueOf(tests.ran)),
                tests.red.stream().distinct().sorted()).toList());
        // A planted fault may leave threads that never end.
        Runtime.getRuntime().halt(0);
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
        ran += test.isTest() && result.getStatus() != Status.ABORTED ? 1 : 0;
        if (result.getStatus() == Status.FAILED) {
            red.add(test.getSource().map(FaultTests::name).orElse(test.getDisplayName()));
            result.getThrowable().ifPresent(Throwable::printStackTrace);
        }
    }

    private static String name(Object source) {
        return source instanceof MethodSource method ? simple(method.getClassName()) + "." + method.getMethodName()
                : source instanceof ClassSource type ? simple(type.getClassName()) : source.toString();
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }
}
