package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class JUnitXmlTest {
    private final Document document = parsed(JUnitXml.of(Reports.report()));

    @Test
    void countsAsCiServersCount() {
        Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("name")).isEqualTo("hybridlab.first-cluster");
        assertThat(suite.getAttribute("tests")).isEqualTo("3");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        assertThat(suite.getAttribute("errors")).isEqualTo("0");
        assertThat(suite.getAttribute("time")).isEqualTo("2.450");
        assertThat(suite.getAttribute("timestamp")).isEqualTo("2026-11-21T12:34:56");
    }

    @Test
    void junit_showsFailures_andUnjudgedAsSkipped() {
        assertThat(testCase(0).getElementsByTagName("failure").getLength()).isZero();
        assertThat(testCase(0).getElementsByTagName("skipped").getLength()).isZero();
        assertThat(testCase(1).getElementsByTagName("failure").getLength()).isEqualTo(1);
        assertThat(((Element) testCase(2).getElementsByTagName("skipped").item(0)).getAttribute("message"))
                .isEqualTo("Cannot hold.");
        assertThat(testCase(2).getAttribute("name")).isEqualTo("app/numbers: Title of app/numbers");
        assertThat(testCase(2).getAttribute("time")).isEqualTo("1.500");
    }

    @Test
    void carriesHostileWordsAsText() {
        Element failure = (Element) testCase(1).getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message"))
                .isEqualTo("</li><script>alert('x')</script> & \"quoted\" ]]> \ufffd[31m \ufffd");
        assertThat(failure.getTextContent()).contains("]]>").contains("<script>");
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
    }

    /** XML 1.0, production 2: what is no Char may not stand in a document, not even as a reference. */
    @ParameterizedTest
    @ValueSource(ints = {0x0, 0x8, 0xb, 0xc, 0x1b, 0x1f, 0xd800, 0xdfff, 0xfffe, 0xffff})
    void replacesWhatNoXmlMayHold(int point) {
        assertThat(messageOf("a" + (char) point + "b")).isEqualTo("a\ufffdb");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x20, 0x7f, 0xd7ff, 0xe000, 0xfffd, 0x10000, 0x1f980, 0x10ffff})
    void keepsWhatXmlMayHold(int point) {
        assertThat(messageOf("a" + Character.toString(point) + "b")).isEqualTo("a" + Character.toString(point) + "b");
    }

    private static String messageOf(String words) {
        Document one = parsed(JUnitXml.of(Reports.failing(words)));
        return ((Element) one.getElementsByTagName("failure").item(0)).getAttribute("message");
    }

    private Element testCase(int number) {
        return (Element) document.getElementsByTagName("testcase").item(number);
    }

    static Document parsed(String xml) {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new InputSource(new StringReader(xml)));
        } catch (Exception e) {
            throw new AssertionError("not well-formed: " + xml, e);
        }
    }
}
