package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonReportTest {
    @Test
    void tellsProgramsTheSame() {
        JsonNode json = JsonMapper.shared().readTree(JsonReport.of(Reports.report()).text());
        assertThat(json.at("/summary").toString())
                .isEqualTo("{\"passed\":1,\"failed\":1,\"notJudged\":1,\"exitCode\":1,\"seconds\":2.45}");
        assertThat(json.at("/checks/2/outcome").asString()).isEqualTo("not-judged");
        assertThat(json.at("/checks/1/evidence/1").asString()).isEqualTo(Reports.HOSTILE);
        assertThat(json.at("/checks/0/evidenceSource").asString()).isEqualTo("real");
        assertThat(json.at("/at").asString()).isEqualTo("2026-11-21T12:34:56Z");
        assertThat(json.at("/run/steps/1").toString()).contains("\"startedAfter\":5.0,\"seconds\":15.0");
    }
}
