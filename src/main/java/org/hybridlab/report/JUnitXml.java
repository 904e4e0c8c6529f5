package org.hybridlab.report;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;

/** Checks as JUnit XML for CI servers (Jenkins' junit-10.xsd). A check that cannot be judged is a skipped test. */
public final class JUnitXml {
    private final XMLStreamWriter xml;

    private JUnitXml(XMLStreamWriter xml) {
        this.xml = xml;
    }

    public static String of(Report report) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            new JUnitXml(xml).document(report);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a string could not be written to", e);
        }
        return text.toString();
    }

    private void document(Report report) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        newLine(0);
        xml.writeStartElement("testsuites");
        newLine(1);
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", text("hybridlab." + report.lab().name()));
        xml.writeAttribute("tests", Integer.toString(report.checks().results().size()));
        xml.writeAttribute("failures", Long.toString(report.checks().count(Outcome.FAILED)));
        xml.writeAttribute("errors", "0");
        xml.writeAttribute("skipped", Long.toString(report.checks().count(Outcome.NOT_JUDGED)));
        xml.writeAttribute("time", seconds(report.checks().took()));
        xml.writeAttribute("timestamp", DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
                report.at().truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC)));
        for (CheckResult result : report.checks().results()) {
            testCase(report.lab().name(), result);
        }
        newLine(1);
        xml.writeEndElement();
        newLine(0);
        xml.writeEndElement();
        newLine(0);
        xml.writeEndDocument();
    }

    private void testCase(String lab, CheckResult result) throws XMLStreamException {
        Verdict verdict = result.verdict();
        newLine(2);
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", text("hybridlab." + lab));
        xml.writeAttribute("name", text(result.id() + ": " + result.title()));
        xml.writeAttribute("time", seconds(result.took()));
        if (verdict.outcome() == Outcome.FAILED) {
            newLine(3);
            xml.writeStartElement("failure");
            xml.writeAttribute("message", text(verdict.message()));
            xml.writeAttribute("type", "failed");
            xml.writeCharacters(text(details(result)));
            xml.writeEndElement();
        } else if (verdict.outcome() == Outcome.NOT_JUDGED) {
            newLine(3);
            xml.writeEmptyElement("skipped");
            xml.writeAttribute("message", text(verdict.message()));
        }
        newLine(3);
        xml.writeStartElement("system-out");
        xml.writeCharacters(text(details(result)));
        xml.writeEndElement();
        newLine(2);
        xml.writeEndElement();
    }

    private static String details(CheckResult result) {
        return "%s%nLooked at by %s; %s.%n%s%n".formatted(result.verdict().message(), result.how(),
                result.verdict().source().description(),
                String.join(System.lineSeparator(), result.verdict().evidence()));
    }

    private void newLine(int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }

    /** XML 1.0 cannot express most control characters, which commands may print. */
    private static String text(String any) {
        return any.codePoints().map(point -> isXml(point) ? point : 0xfffd)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    private static boolean isXml(int point) {
        return point == '\t' || point == '\n' || point == '\r' || point >= 0x20 && point <= 0xd7ff
                || point >= 0xe000 && point <= 0xfffd || point >= 0x10000;
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis()).divide(BigDecimal.valueOf(1000), 3, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
