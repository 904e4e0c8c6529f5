package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.provision.windows.Wine.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What our scripts ask of the Host Networking Service, judged by the types of upstream's own client of it, hcsshim.
 * They know names and kinds of fields; which values the service takes, only Windows says.
 */
@Tag("real")
class HnsRequestsTest {
    private static Wine wine;

    @TempDir
    private Path folder;

    @BeforeAll
    static void judgeIsBuilt() throws IOException {
        wine = Wine.open("hns-requests");
        Path program = wine.file("C:/k/hns-requests.exe");
        Files.createDirectories(program.getParent());
        GoTests.go(Path.of("src/test/go/hns-requests"), GoTests.FOR_WINDOWS, "build", "-o", program.toString(), ".");
    }

    @AfterAll
    static void wineEnds() throws Exception {
        wine.close();
    }

    @ParameterizedTest
    @CsvSource({"host-gw-services, 1", "tor-winbridge, 3"})
    void requests_ofOurScripts_haveHcsshimsTypes(String variant, int kinds) {
        List<String> requests = requests(variant);

        Outcome judged = judge(requests);

        judged.succeeds();
        assertThat(judged.output().lines().filter(line -> line.contains(" is a *hns.")).distinct().map(line ->
                line.replaceFirst(".* is a ", "")).distinct()).as(judged.output()).hasSize(kinds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NetworkAdapterName", "Subnets", "GatewayAddress"})
    void request_withAMisspeltField_isRefused(String field) {
        List<String> requests = requests("host-gw-services").stream().map(line -> line.replace(field, field + "s"))
                .toList();

        judge(requests).fails().saying("unknown field");
    }

    @Test
    void request_ofUnusedPath_isRefused() {
        judge(List.of("{\"path\":\"/network\",\"body\":\"{}\"}")).fails().saying("hcsshim calls no such path");
    }

    private static Outcome judge(List<String> requests) {
        return wine.run(Map.of(), List.of("C:\\k\\hns-requests.exe"), String.join("\n", requests) + "\n");
    }

    private List<String> requests(String variant) {
        JsonNode course = StandInCourse.of("lines.mjs", Map.of("files", WindowsLabs.rendered(variant, folder).files()
                .get("win").texts(), "delete", List.of()));
        assertThat(course.get("red").asString(null)).isNull();
        List<String> requests = course.get("requests").valueStream().map(JsonNode::asString).toList();
        assertThat(requests).isNotEmpty().allMatch(line -> JsonMapper.shared().readTree(line).has("body"));
        return requests;
    }
}
