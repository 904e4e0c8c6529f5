package org.hybridlab.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What surefire's XML says of a run, class by class. */
record TestRun(List<Suite> suites, List<Case> cases) {
    private static final int TELLING = 200;

    /** @param seconds with what the class does before and after its tests */
    record Suite(String className, double seconds) {
        String simpleName() {
            return simple(className);
        }
    }

    enum Outcome { PASSED, FAILED, SKIPPED }

    /** @param words why it failed or was skipped; empty if it passed */
    record Case(String className, String name, Outcome outcome, String words) {
        String simpleClassName() {
            return simple(className);
        }
    }

    /** @param folder with a {@code TEST-*.xml} for each class */
    static TestRun read(Path folder) throws IOException {
        List<Suite> suites = new ArrayList<>();
        List<Case> cases = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.getFileName().toString().matches("TEST-.*\\.xml")).sorted()
                    .toList()) {
                Element suite = parsed(file).getDocumentElement();
                suites.add(new Suite(suite.getAttribute("name"),
                        Double.parseDouble(suite.getAttribute("time").replace(",", ""))));
                children(suite, "testcase").forEach(test -> cases.add(testCase(test)));
            }
        }
        suites.sort(Comparator.comparing(Suite::simpleName));
        return new TestRun(List.copyOf(suites), List.copyOf(cases));
    }

    /** One of several runs; of a test that is in two, the later counts. */
    static TestRun together(List<TestRun> runs) {
        Map<String, Suite> suites = new LinkedHashMap<>();
        Map<String, Case> cases = new LinkedHashMap<>();
        for (TestRun run : runs) {
            run.suites().forEach(suite -> suites.put(suite.className(), suite));
            run.cases().forEach(test -> cases.put(test.className() + "." + test.name(), test));
        }
        return new TestRun(List.copyOf(suites.values()), List.copyOf(cases.values()));
    }

    private static Document parsed(Path file) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " is not XML", e);
        }
    }

    private static Case testCase(Element test) {
        for (String bad : List.of("failure", "error")) {
            for (Element found : children(test, bad)) {
                return new Case(test.getAttribute("classname"), name(test), Outcome.FAILED, words(found));
            }
        }
        return children(test, "skipped").stream().findFirst()
                .map(found -> new Case(test.getAttribute("classname"), name(test), Outcome.SKIPPED, words(found)))
                .orElseGet(() -> new Case(test.getAttribute("classname"), name(test), Outcome.PASSED, ""));
    }

    /** A failure before the first test has no name but the class's. */
    private static String name(Element test) {
        return test.getAttribute("name").isEmpty() ? "(before its tests)" : test.getAttribute("name");
    }

    private static String words(Element why) {
        String first = why.getAttribute("message").strip().lines().findFirst().orElse("").strip();
        return first.length() <= TELLING ? first : first.substring(0, TELLING) + " ...";
    }

    private static List<Element> children(Element parent, String name) {
        NodeList found = parent.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    long count(Suite suite, Outcome outcome) {
        return cases.stream().filter(test -> test.className().equals(suite.className()) && test.outcome() == outcome)
                .count();
    }

    long passed() {
        return count(Outcome.PASSED);
    }

    long failed() {
        return count(Outcome.FAILED);
    }

    long skipped() {
        return count(Outcome.SKIPPED);
    }

    private long count(Outcome outcome) {
        return cases.stream().filter(test -> test.outcome() == outcome).count();
    }
}
