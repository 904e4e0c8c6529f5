package org.hybridlab.service.status;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.common.workspace.Workspace;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** @param at when they ended, in RFC 3339 */
public record LastChecks(String at, long passed, long failed, long notJudged) {
    /** From the report in the workspace. */
    static Optional<LastChecks> in(Workspace workspace) {
        Path report = workspace.report().resolve("report.json");
        try {
            JsonNode read = Files.isRegularFile(report) ? JsonMapper.shared().readTree(Files.readString(report))
                    : JsonMapper.shared().missingNode();
            JsonNode summary = read.path("summary");
            return summary.isObject() && read.path("at").isString() ? Optional.of(new LastChecks(
                    read.path("at").asString(), summary.path("passed").asLong(0), summary.path("failed").asLong(0),
                    summary.path("notJudged").asLong(0))) : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }
}
