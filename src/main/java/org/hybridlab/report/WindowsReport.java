package org.hybridlab.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.kubernetes.ApiServer;
import org.hybridlab.lab.BoxChoice;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What somebody who ran a lab with real Windows machines sends back to the project: rung f of docs/windows.md. It holds
 * no secret, and of the host only its operating system: what the author's own checks saw is left out.
 *
 * @param format of this file; a reader refuses one that it does not know
 * @param host operating system and architecture of the host
 * @param machines the lab's Windows machines as their nodes say
 * @param checks the report of the checks, and of the run that made the lab
 */
public record WindowsReport(int format, String host, List<WindowsNode> machines, JsonReport checks) {
    private static final int FORMAT = 1;

    /**
     * One Windows machine.
     *
     * @param build that the lab file asks for
     * @param image for example {@code Windows Server 2022 Datacenter}; empty where there is no node
     * @param kernel with the build and its update, for example {@code 10.0.20348.2582}
     */
    public record WindowsNode(String machine, String box, int build, String image, String kernel, String runtime,
                              String kubelet, boolean ready) {
        static WindowsNode of(Machine machine, Optional<JsonNode> node) {
            JsonNode status = node.map(found -> found.path("status"))
                    .orElseGet(() -> JsonMapper.shared().createObjectNode());
            JsonNode info = status.path("nodeInfo");
            return new WindowsNode(machine.name(), machine.box().map(BoxChoice::words).orElse("hybridlab's choice"),
                    machine.windows().orElseThrow().build().number(),
                    info.path("osImage").asString(""), info.path("kernelVersion").asString(""),
                    info.path("containerRuntimeVersion").asString(""), info.path("kubeletVersion").asString(""),
                    status.path("conditions").valueStream().anyMatch(condition ->
                            condition.path("type").asString("").equals("Ready")
                                    && condition.path("status").asString("").equals("True")));
        }
    }

    /**
     * @param api of the lab's cluster
     * @throws org.hybridlab.failure.LabException {@code api-unreachable}
     */
    public static WindowsReport of(Report report, ApiServer api) {
        Lab lab = report.lab();
        Map<String, JsonNode> nodes = api.get("/api/v1/nodes").path("items").valueStream().collect(Collectors.toMap(
                node -> node.path("metadata").path("name").asString(), Function.identity()));
        return new WindowsReport(FORMAT, "%s %s".formatted(System.getProperty("os.name"), System.getProperty("os.arch"))
                .toLowerCase(Locale.ROOT), lab.madeWindowsMachines().stream().map(machine ->
                WindowsNode.of(machine, Optional.ofNullable(nodes.get(machine.name())))).toList(),
                JsonReport.of(report).withoutWhatLabChecksSaw());
    }

    /** As text, indented, with a newline at its end. */
    public String text() {
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(this) + "\n";
    }
}
